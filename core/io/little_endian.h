// Reads and writes little-endian numbers at any alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attn {

inline std::uint64_t little_endian_at(const std::uint8_t* bytes, int count) {
  std::uint64_t number = 0;
  for (int i = count - 1; i >= 0; --i) number = (number << 8) | bytes[i];
  return number;
}

inline std::uint16_t uint16_at(const std::uint8_t* bytes) {
  return static_cast<std::uint16_t>(little_endian_at(bytes, 2));
}
inline std::uint32_t uint32_at(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(little_endian_at(bytes, 4));
}
inline std::uint64_t uint64_at(const std::uint8_t* bytes) { return little_endian_at(bytes, 8); }

inline void append_little_endian(std::vector<std::uint8_t>& bytes, std::uint64_t number,
                                 int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

inline void append_uint16(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  append_little_endian(bytes, number, 2);
}
inline void append_uint32(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  append_little_endian(bytes, number, 4);
}
inline void append_uint64(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  append_little_endian(bytes, number, 8);
}

// Copies memory: all supported targets are little-endian.
inline void append_floats(std::vector<std::uint8_t>& bytes, const std::vector<float>& floats) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(floats.data());
  bytes.insert(bytes.end(), begin, begin + floats.size() * sizeof(float));
}

}  // namespace attn
