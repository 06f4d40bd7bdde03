// The memory of an encoded panel as bytes. It is allocated as floats. C++ lets bytes be read and
// written there, but no other type; a word of 16 bits is therefore copied, which compiles to one
// load or store.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/matrix.h"

namespace attn {

inline const std::uint8_t* panel_bytes(const float* panel) {
  return reinterpret_cast<const std::uint8_t*>(panel);
}
inline std::uint8_t* panel_bytes(float* panel) { return reinterpret_cast<std::uint8_t*>(panel); }

// The words of 16 bits in these bytes, by index.
inline constexpr Index kWordBytes = sizeof(std::uint16_t);
inline std::uint16_t word_at(const std::uint8_t* bytes, Index i) {
  std::uint16_t word = 0;
  std::memcpy(&word, bytes + i * kWordBytes, sizeof word);
  return word;
}
inline void set_word(std::uint8_t* bytes, Index i, std::uint16_t word) {
  std::memcpy(bytes + i * kWordBytes, &word, sizeof word);
}

}  // namespace attn
