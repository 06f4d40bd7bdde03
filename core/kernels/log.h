// ln(x) for a single number, within two units in the last place, with + - * only, so that it gives
// the same bits natively and in wasm. Compilers vectorize a loop of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

//   x  at least 0; below 2^-126 it counts as 2^-126
// x = 2^e m with m in [√½, √2), then the minimax polynomial of Cephes' logf in m - 1.
inline float log_of_nonnegative(float x) {
  constexpr std::int32_t kSqrtHalf = 0x3f3504f3;  // the bits of √½
  const auto bits = bit_cast<std::int32_t>(std::max(x, 0x1p-126f));
  const std::int32_t exponent = (bits - kSqrtHalf) >> 23;
  const float m = bit_cast<float>(bits - exponent * (1 << 23)) - 1;
  const auto e = static_cast<float>(exponent);
  const float square = m * m;
  float p = 7.0376836292e-2f;
  p = p * m - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  const float small = p * m * square + e * -2.12194440e-4f - 0.5f * square;
  return m + small + e * 0.693359375f;
}

}  // namespace attn
