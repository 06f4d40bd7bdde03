#include "io/crc32.h"

#include <array>

namespace attn {
namespace {

constexpr std::array<std::uint32_t, 256> kTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t remainder = i;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder & 1) != 0 ? (remainder >> 1) ^ 0xEDB88320u : remainder >> 1;
    }
    table[i] = remainder;
  }
  return table;
}();

}  // namespace

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size, std::uint32_t before) {
  std::uint32_t crc = ~before;
  for (std::size_t i = 0; i < size; ++i) crc = (crc >> 8) ^ kTable[(crc ^ bytes[i]) & 0xFF];
  return ~crc;
}

}  // namespace attn
