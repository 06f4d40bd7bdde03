#include "io/inflate.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/io/allocation.h"
#include "core/io/deflate_writer.h"
#include "io/crc32.h"
#include "support/refusal.h"

namespace attn {
namespace {

class Collected : public ByteSink {
 public:
  void take(const std::uint8_t* bytes, std::size_t size) override {
    parts.push_back(size);
    all.insert(all.end(), bytes, bytes + size);
  }
  std::vector<std::size_t> parts;
  Bytes all;
};

Bytes inflated(const Bytes& stream, std::size_t size) {
  const ExactCopy copy(stream);
  Collected sink;
  inflate(copy.data(), copy.size, size, sink);
  return sink.all;
}

std::string refused(const DeflateWriter& stream, std::size_t size) {
  return refusal([&] { inflated(stream.bytes(), size); });
}

void expect_refused(const DeflateWriter& stream, std::size_t size, const std::string& said) {
  const std::string message = refused(stream, size);
  EXPECT_NE(message.find(said), std::string::npos) << message;
}

// Two hundred and fifty-eight zeros for two bits: 1032 bytes of one, and no more.
TEST(Inflate, ABombOfTheLargestExpansionIsReadInAWindow) {
  const Bytes bomb = deflate_bomb({7, 0}, 40000);
  const std::size_t size = 2 + 258 * 40000;
  EXPECT_LT(size, bomb.size() * kMaxExpansion);
  EXPECT_GT(size, bomb.size() * 1020);
  class Counted : public ByteSink {
   public:
    void take(const std::uint8_t* bytes, std::size_t size) override {
      for (std::size_t i = 0; i < size; ++i) sum += bytes[i];
      count += size;
    }
    std::size_t count = 0, sum = 0;
  } sink;
  const PeakAllocation peak;
  inflate(bomb.data(), bomb.size(), size, sink);
  EXPECT_LE(peak.bytes(), kInflateWindow);
  EXPECT_EQ(sink.count, size);
  EXPECT_EQ(sink.sum, 7u);
}

TEST(Inflate, PartsAreWindowsAndTheRest) {
  const Bytes stream = deflate_bomb({0}, 400);
  const std::size_t size = 1 + 258 * 400;
  Collected sink;
  inflate(stream.data(), stream.size(), size, sink);
  EXPECT_EQ(sink.parts, (std::vector<std::size_t>{32768, 32768, 32768, size - 3 * 32768}));
}

TEST(Inflate, MatchesOfEveryDistanceRepeatWhatCameBefore) {
  Bytes start;
  for (int i = 0; i < 300; ++i) start.push_back(static_cast<std::uint8_t>(i * 37));
  for (const std::size_t distance : {1u, 2u, 3u, 4u}) {
    DeflateWriter out;
    out.block(true, 1).literals(start);
    out.code(1, 7).code(static_cast<std::uint32_t>(distance) - 1, 5);     // 3 bytes
    out.code(0xC5, 8).code(static_cast<std::uint32_t>(distance) - 1, 5);  // 258 bytes
    out.end_of_block();
    Bytes expected = start;
    for (int i = 0; i < 261; ++i) expected.push_back(expected[expected.size() - distance]);
    EXPECT_EQ(inflated(out.bytes(), expected.size()), expected);
  }
}

TEST(Inflate, NothingIsAStreamToo) {
  EXPECT_TRUE(inflated(DeflateWriter().block(true, 1).end_of_block().bytes(), 0).empty());
  EXPECT_TRUE(inflated({1, 0, 0, 0xFF, 0xFF}, 0).empty());
}

TEST(Inflate, WhatIsNoStreamIsRefused) {
  expect_refused(DeflateWriter(), 0, "its end");
  expect_refused(DeflateWriter().block(true, 3).bits(0, 13), 0, "kind 3");
  expect_refused(DeflateWriter().block(true, 0).bits(0, 5).bits(1, 16).bits(1, 16).bits(0, 8), 1,
                 "complement");
  expect_refused(DeflateWriter().block(true, 0).bits(0, 5).bits(2, 16).bits(0xFFFD, 16).bits(0, 8),
                 2, "its end");
  expect_refused(DeflateWriter().block(false, 1).end_of_block(), 0, "its end");
  expect_refused(DeflateWriter().block(true, 1).literal(1), 1, "its end");
  expect_refused(DeflateWriter().block(true, 1).literal(1).end_of_block(), 0, "more");
  expect_refused(DeflateWriter().block(true, 1).literal(1).end_of_block(), 2, "2 bytes");
  expect_refused(DeflateWriter().block(true, 1).end_of_block().bits(0, 14), 0, "bytes after it");
}

TEST(Inflate, MatchesThatMeanNothingAreRefused) {
  const auto start = [] {
    DeflateWriter out;
    out.block(true, 1).literal(1);
    return out;
  };
  expect_refused(start().code(1, 7).code(1, 5).end_of_block(), 4, "before its start");
  expect_refused(start().code(1, 7).code(30, 5).end_of_block(), 4, "distances that have a meaning");
  expect_refused(start().code(1, 7).code(31, 5).end_of_block(), 4, "distances that have a meaning");
  expect_refused(start().code(0xC6, 8).code(0, 5).end_of_block(), 4, "lengths that have a meaning");
  expect_refused(start().code(0xC7, 8).code(0, 5).end_of_block(), 4, "lengths that have a meaning");
}

TEST(Inflate, CodesThatMeanNothingAreRefused) {
  const auto dynamic = [] {
    DeflateWriter out;
    out.block(true, 2);
    return out;
  };
  expect_refused(dynamic().code_lengths(287, 1, {0, 0, 0, 0}), 0, "286");
  expect_refused(dynamic().code_lengths(257, 31, {0, 0, 0, 0}), 0, "30");
  expect_refused(dynamic().code_lengths(257, 1, {0, 0, 0, 0}).bits(0, 30), 0, "complete");
  expect_refused(dynamic().code_lengths(257, 1, {1, 1, 1, 0}).bits(0, 30), 0, "fit");
  expect_refused(dynamic().code_lengths(257, 1, {1, 0, 1, 0}).bits(0, 30), 0, "repeated");
  // 18 (code 0) twice: 11 + 138 and more than 258 in all.
  expect_refused(
      dynamic().code_lengths(257, 1, {0, 0, 1, 1}).bits(0xFF, 8).bits(0xFF, 8).bits(0, 9), 0,
      "as many code lengths");
  // All zero: no code for the end of a block.
  expect_refused(
      dynamic().code_lengths(257, 1, {0, 0, 1, 1}).bits(0xFF, 8).bits(0xDB, 8).bits(0, 9), 0,
      "end of a block");
}

TEST(Inflate, NoCutStreamIsRead) {
  const Bytes stream = deflate_bomb({1, 2, 3, 0}, 20);
  for (std::size_t size = 0; size < stream.size(); ++size) {
    const Bytes cut(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(refusal([&] { inflated(cut, 4 + 20 * 258); }).find("expected"), std::string::npos);
  }
}

TEST(Crc32, OfTheCheckWordAndInParts) {
  const Bytes word = bytes_of_text("123456789");
  EXPECT_EQ(crc32(word.data(), 9), 0xCBF43926u);
  EXPECT_EQ(crc32(word.data() + 4, 5, crc32(word.data(), 4)), 0xCBF43926u);
  EXPECT_EQ(crc32(word.data(), 0), 0u);
}

}  // namespace
}  // namespace attn
