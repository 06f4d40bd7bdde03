// Writes deflate streams bit by bit, for streams that no compressor would write.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/io/file_bytes.h"

namespace attn {

class DeflateWriter {
 public:
  // Writes the lowest bit first: for everything except Huffman codes.
  DeflateWriter& bits(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) bit((value >> i) & 1);
    return *this;
  }
  // Writes the highest bit first: for Huffman codes.
  DeflateWriter& code(std::uint32_t value, int count) {
    for (int i = count - 1; i >= 0; --i) bit((value >> i) & 1);
    return *this;
  }
  DeflateWriter& block(bool last, int kind) {
    return bits(last ? 1 : 0, 1).bits(static_cast<std::uint32_t>(kind), 2);
  }
  // Uses the fixed codes.
  DeflateWriter& literal(std::uint8_t byte) {
    return byte < 144 ? code(0x30u + byte, 8) : code(0x190u + byte - 144, 9);
  }
  DeflateWriter& end_of_block() { return code(0, 7); }
  DeflateWriter& literals(const Bytes& bytes) {
    for (const std::uint8_t byte : bytes) literal(byte);
    return *this;
  }

  // Starts a dynamic block: writes the numbers of codes, and the lengths of the codes that encode
  // code lengths, in the order of RFC 1951.
  DeflateWriter& code_lengths(std::uint32_t literals, std::uint32_t distances,
                              std::initializer_list<std::uint32_t> lengths) {
    bits(literals - 257, 5).bits(distances - 1, 5);
    bits(static_cast<std::uint32_t>(lengths.size()) - 4, 4);
    for (const std::uint32_t length : lengths) bits(length, 3);
    return *this;
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  void bit(std::uint32_t value) {
    if (used_ == 0) bytes_.push_back(0);
    bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (value << used_));
    used_ = (used_ + 1) % 8;
  }

  Bytes bytes_;
  int used_ = 0;
};

// Returns `start`, which must end with 0, followed by 258 zeros for each two bits: the maximum
// expansion of deflate.
inline Bytes deflate_bomb(const Bytes& start, std::size_t matches) {
  DeflateWriter out;
  out.block(false, 1).literals(start).end_of_block();
  out.block(true, 2);
  // Code lengths: 1 bit for 18, 2 bits for 1, 3 bits for 2 and for 0.
  out.code_lengths(286, 1, {0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 2});
  const auto zeros = [&](std::uint32_t count) { out.code(0, 1).bits(count - 11, 7); };
  const auto length_1 = [&] { out.code(2, 2); };
  const auto length_2 = [&] { out.code(7, 3); };
  zeros(138);  // 0 to 137
  zeros(118);  // to 255
  length_2();  // 256, the end of the block: 10
  zeros(27);   // to 283
  length_2();  // 284, which is not used: 11
  length_1();  // 285, 258 bytes: 0
  length_1();  // distance 1: 0
  for (std::size_t i = 0; i < matches; ++i) out.bits(0, 2);
  out.code(2, 2);
  return out.bytes();
}

}  // namespace attn
