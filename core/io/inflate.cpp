#include "io/inflate.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/check.h"

namespace attn {
namespace {

constexpr int kMaxCodeBits = 15;
constexpr int kFastBits = 9;
constexpr std::size_t kLiteralSymbols = 288;

[[noreturn]] void refuse_stream(std::string_view expected, std::string_view got) {
  refuse("expected a deflate stream with {}, got {}", {expected, got});
}

// The lowest bit of each byte first.
class BitReader {
 public:
  BitReader(const std::uint8_t* bytes, std::size_t size) : next_(bytes), end_(bytes + size) {}

  std::uint32_t take(int count) {
    fill();
    const std::uint32_t value = peek(count);
    drop(count);
    return value;
  }

  // At least 25 bits are there afterwards, or all that are left.
  void fill() {
    for (; count_ <= 24 && next_ != end_; ++next_, count_ += 8) {
      bits_ |= static_cast<std::uint32_t>(*next_) << count_;
    }
  }
  // Zeros beyond the end.
  std::uint32_t peek(int count) const { return bits_ & ((1u << count) - 1); }
  void drop(int count) {
    if (count > count_) refuse_stream("a last block", "its end before");
    bits_ >>= count;
    count_ -= count;
  }

  void drop_to_byte() { drop(count_ % 8); }
  bool at_end() const { return next_ == end_ && count_ < 8; }

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint32_t bits_ = 0;
  int count_ = 0;
};

// A canonical Huffman code (RFC 1951, 3.2.2).
class HuffmanCode {
 public:
  // A code has to use up all bit patterns; only one of a single symbol may leave the other half.
  HuffmanCode(const std::uint8_t* lengths, std::size_t symbols, bool may_be_single) {
    for (std::size_t i = 0; i < symbols; ++i) ++counts_[lengths[i]];
    const std::size_t used = symbols - counts_[0];
    counts_[0] = 0;
    int left = 1;
    for (int length = 1; length <= kMaxCodeBits; ++length) {
      left = 2 * left - counts_[static_cast<std::size_t>(length)];
      if (left < 0) refuse_stream("codes that fit", "more than their lengths allow");
    }
    if (left > 0 && !(may_be_single && used == counts_[1])) {
      refuse_stream("complete codes", "codes that leave bit patterns without a meaning");
    }
    std::array<std::uint16_t, kMaxCodeBits + 2> starts{}, codes{};
    for (std::size_t length = 1; length <= kMaxCodeBits; ++length) {
      starts[length + 1] = static_cast<std::uint16_t>(starts[length] + counts_[length]);
      codes[length + 1] = static_cast<std::uint16_t>((codes[length] + counts_[length]) << 1);
    }
    for (std::size_t i = 0; i < symbols; ++i) {
      if (lengths[i] == 0) continue;
      const auto symbol = static_cast<std::uint16_t>(i);
      symbols_[starts[lengths[i]]++] = symbol;
      enter_fast(codes[lengths[i]]++, lengths[i], symbol);
    }
  }

  std::uint32_t decode(BitReader& bits) const {
    bits.fill();
    const std::uint16_t entry = fast_[bits.peek(kFastBits)];
    if (entry == 0) return decode_bit_by_bit(bits);
    bits.drop(entry >> kFastBits);
    return entry & ((1u << kFastBits) - 1);
  }

 private:
  // Codes come with their highest bit first, in a stream whose lowest bit comes first.
  void enter_fast(std::uint32_t code, int length, std::uint16_t symbol) {
    if (length > kFastBits) return;
    std::uint32_t reversed = 0;
    for (int i = 0; i < length; ++i) reversed |= ((code >> i) & 1) << (length - 1 - i);
    for (std::uint32_t i = reversed; i < fast_.size(); i += 1u << length) {
      fast_[i] = static_cast<std::uint16_t>((length << kFastBits) | symbol);
    }
  }

  std::uint32_t decode_bit_by_bit(BitReader& bits) const {
    std::uint32_t code = 0, first = 0, start = 0;
    for (int length = 1; length <= kMaxCodeBits; ++length) {
      code |= bits.take(1);
      const std::uint32_t count = counts_[static_cast<std::size_t>(length)];
      if (code - first < count) return symbols_[start + (code - first)];
      start += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    refuse_stream("codes that have a meaning", "one that has none");
  }

  std::array<std::uint16_t, kMaxCodeBits + 1> counts_{};  // of symbols with a code of this length
  std::array<std::uint16_t, kLiteralSymbols> symbols_{};  // in the order of their codes
  std::array<std::uint16_t, 1 << kFastBits> fast_{};      // length and symbol by the next 9 bits
};

// What came last, and leaves when the window is full.
class Window {
 public:
  Window(std::uint64_t output_size, ByteSink& sink)
      : bytes_(static_cast<std::size_t>(std::min<std::uint64_t>(output_size, kInflateWindow))),
        output_size_(output_size),
        sink_(sink) {}

  void put(std::uint8_t byte) {
    if (produced_ == output_size_) {
      refuse_stream(std::to_string(output_size_) + " bytes in it, as declared", "more");
    }
    bytes_[at_++] = byte;
    ++produced_;
    if (at_ == bytes_.size()) flush();
  }

  void repeat(std::uint32_t distance, std::uint32_t length) {
    if (distance > produced_) {
      refuse_stream("matches within what came before", "one that begins before its start");
    }
    // 32 kB at most, and the window is shorter only where the whole output is.
    std::size_t from = at_ >= distance ? at_ - distance : at_ + bytes_.size() - distance;
    for (std::uint32_t i = 0; i < length; ++i) {
      put(bytes_[from]);
      if (++from == bytes_.size()) from = 0;
    }
  }

  void finish() {
    if (produced_ != output_size_) {
      refuse_stream(std::to_string(output_size_) + " bytes in it, as declared",
                    std::to_string(produced_));
    }
    if (at_ != 0) flush();
  }

 private:
  void flush() {
    sink_.take(bytes_.data(), at_);
    at_ = 0;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t produced_ = 0;
  std::uint64_t output_size_;
  ByteSink& sink_;
};

void copy_stored_block(BitReader& bits, Window& window) {
  bits.drop_to_byte();
  const std::uint32_t length = bits.take(16);
  if (bits.take(16) != (length ^ 0xFFFF)) {
    refuse_stream("a stored block's length and its complement", "two that do not match");
  }
  for (std::uint32_t i = 0; i < length; ++i) window.put(static_cast<std::uint8_t>(bits.take(8)));
}

// Lengths and distances: a base, and that many bits more (RFC 1951, 3.2.5).
constexpr std::uint16_t kLengthBase[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::uint16_t kDistanceBase[] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::uint8_t kDistanceBits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                          6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

void decode_block(BitReader& bits, const HuffmanCode& literals, const HuffmanCode& distances,
                  Window& window) {
  constexpr std::uint32_t kEndOfBlock = 256;
  while (true) {
    const std::uint32_t symbol = literals.decode(bits);
    if (symbol == kEndOfBlock) return;
    if (symbol < kEndOfBlock) {
      window.put(static_cast<std::uint8_t>(symbol));
      continue;
    }
    const std::uint32_t i = symbol - 257;
    if (i >= std::size(kLengthBase))
      refuse_stream("lengths that have a meaning", "one that has none");
    const std::uint32_t length = kLengthBase[i] + bits.take(kLengthBits[i]);
    const std::uint32_t j = distances.decode(bits);
    if (j >= std::size(kDistanceBase)) {
      refuse_stream("distances that have a meaning", "one that has none");
    }
    window.repeat(kDistanceBase[j] + bits.take(kDistanceBits[j]), length);
  }
}

void decode_fixed_block(BitReader& bits, Window& window) {
  std::array<std::uint8_t, kLiteralSymbols> lengths;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  }
  std::array<std::uint8_t, 32> distances;
  distances.fill(5);
  decode_block(bits, {lengths.data(), lengths.size(), false},
               {distances.data(), distances.size(), false}, window);
}

// The code lengths of a block's two codes, themselves run-length and Huffman coded (3.2.7).
std::array<std::uint8_t, 320> read_lengths(BitReader& bits, std::size_t count) {
  constexpr std::uint8_t kOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
  std::array<std::uint8_t, 19> code_lengths{};
  const std::size_t given = bits.take(4) + 4;
  for (std::size_t i = 0; i < given; ++i) {
    code_lengths[kOrder[i]] = static_cast<std::uint8_t>(bits.take(3));
  }
  const HuffmanCode code(code_lengths.data(), code_lengths.size(), false);

  std::array<std::uint8_t, 320> lengths{};
  for (std::size_t at = 0; at < count;) {
    const std::uint32_t symbol = code.decode(bits);
    std::uint8_t length = 0;
    std::size_t times = 1;
    if (symbol < 16) {
      length = static_cast<std::uint8_t>(symbol);
    } else if (symbol == 16) {
      if (at == 0) refuse_stream("a code length before it is repeated", "none");
      length = lengths[at - 1];
      times = bits.take(2) + 3;
    } else {
      times = symbol == 17 ? bits.take(3) + 3 : bits.take(7) + 11;
    }
    if (times > count - at) refuse_stream("as many code lengths as it says", "more");
    std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(at), times, length);
    at += times;
  }
  return lengths;
}

void decode_dynamic_block(BitReader& bits, Window& window) {
  const std::size_t literals = bits.take(5) + 257;
  const std::size_t distances = bits.take(5) + 1;
  if (literals > 286 || distances > 30) {
    refuse_stream("at most 286 literal and 30 distance codes", "more");
  }
  const auto lengths = read_lengths(bits, literals + distances);
  if (lengths[256] == 0) refuse_stream("a code for the end of a block", "none");
  decode_block(bits, {lengths.data(), literals, true}, {lengths.data() + literals, distances, true},
               window);
}

}  // namespace

void inflate(const std::uint8_t* bytes, std::size_t size, std::uint64_t output_size,
             ByteSink& sink) {
  BitReader bits(bytes, size);
  Window window(output_size, sink);
  bool last = false;
  while (!last) {
    last = bits.take(1) != 0;
    switch (bits.take(2)) {
      case 0:
        copy_stored_block(bits, window);
        break;
      case 1:
        decode_fixed_block(bits, window);
        break;
      case 2:
        decode_dynamic_block(bits, window);
        break;
      default:
        refuse_stream("blocks of kind 0, 1 or 2", "kind 3");
    }
  }
  if (!bits.at_end()) refuse_stream("its last block at its end", "bytes after it");
  window.finish();
}

}  // namespace attn
