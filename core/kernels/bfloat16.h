// bfloat16: the upper 16 bits of a float32.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

// Rounds to the nearest, ties to even. NaN keeps its sign and the bits of its payload that fit.
inline std::uint16_t bfloat16_of(float x) {
  const auto bits = bit_cast<std::uint32_t>(x);
  if (std::isnan(x)) {
    return static_cast<std::uint16_t>(bits >> 16 | ((bits >> 16 & 0x7F) == 0 ? 1 : 0));
  }
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

inline float float_of_bfloat16(std::uint16_t bits) {
  return bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace attn
