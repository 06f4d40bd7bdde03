#include "io/inflate.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/io/allocation.h"
#include "core/io/deflate_writer.h"
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

void expect_refused(const DeflateWriter& stream, std::size_t size, const std::string& message) {
  EXPECT_TRUE(contains(refused(stream, size), message));
}

// 258 zeros per two bits is the maximum: a factor of 1032.
TEST(Inflate, InflatesAZipBombThroughAFixedWindow) {
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

TEST(Inflate, DeliversWholeWindowsAndThenTheRest) {
  const Bytes stream = deflate_bomb({0}, 400);
  const std::size_t size = 1 + 258 * 400;
  Collected sink;
  inflate(stream.data(), stream.size(), size, sink);
  EXPECT_EQ(sink.parts, (std::vector<std::size_t>{32768, 32768, 32768, size - 3 * 32768}));
}

TEST(Inflate, AnEmptyStreamIsValid) {
  EXPECT_TRUE(inflated(DeflateWriter().block(true, 1).end_of_block().bytes(), 0).empty());
  EXPECT_TRUE(inflated({1, 0, 0, 0xFF, 0xFF}, 0).empty());
}

TEST(Inflate, RefusesInvalidStreams) {
  expect_refused(DeflateWriter(), 0, "its end");
  expect_refused(DeflateWriter().block(true, 3).bits(0, 13), 0, "block type");
  expect_refused(DeflateWriter().block(true, 0).bits(0, 5).bits(1, 16).bits(1, 16).bits(0, 8), 1,
                 "block lengths");
  expect_refused(DeflateWriter().block(true, 0).bits(0, 5).bits(2, 16).bits(0xFFFD, 16).bits(0, 8),
                 2, "its end");
  expect_refused(DeflateWriter().block(false, 1).end_of_block(), 0, "its end");
  expect_refused(DeflateWriter().block(true, 1).literal(1), 1, "its end");
  expect_refused(DeflateWriter().block(true, 1).literal(1).end_of_block(), 0, "more");
  expect_refused(DeflateWriter().block(true, 1).literal(1).end_of_block(), 2, "2 bytes");
  expect_refused(DeflateWriter().block(true, 1).end_of_block().bits(0, 14), 0, "bytes after it");
}

TEST(Inflate, RefusesTruncatedStreams) {
  const Bytes stream = deflate_bomb({1, 2, 3, 0}, 20);
  for (std::size_t size = 0; size < stream.size(); ++size) {
    const Bytes cut(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_TRUE(contains(refusal([&] { inflated(cut, 4 + 20 * 258); }), "deflate stream"));
  }
}

}  // namespace
}  // namespace attn
