#include "ops/mask_patterns.h"

#include <gtest/gtest.h>

#include <string>

#include "support/refusal.h"

namespace attn {
namespace {

using Rows = std::vector<std::string>;

// One string per query, for one batch item and head.
Rows rows_of(const Attend& attend, Index item = 0) {
  EXPECT_EQ(static_cast<Index>(attend.allowed.size()), element_count(attend.shape));
  const Index n_query = attend.shape[2], n_key = attend.shape[3];
  Rows rows;
  for (Index i = 0; i < n_query; ++i) {
    std::string row;
    for (Index j = 0; j < n_key; ++j) {
      const auto cell = static_cast<std::size_t>((item * n_query + i) * n_key + j);
      row += attend.allowed[cell] != 0 ? '1' : '0';
    }
    rows.push_back(row);
  }
  return rows;
}

TEST(MaskPatterns, EachBlockAttendsToItself) {
  EXPECT_EQ(rows_of(block_attend(5, 5, 2)), (Rows{"11000", "11000", "00110", "00110", "00001"}));
  EXPECT_EQ(rows_of(block_attend(2, 5, 2)), (Rows{"00110", "00001"}));
  EXPECT_EQ(rows_of(block_attend(3, 2, 2)), (Rows{"00", "11", "11"}));
}

TEST(MaskPatterns, KeyPaddingIsSeparateForEachBatchItem) {
  const Attend attend = key_padding_attend({1, 1, 0, 1, 0, 0}, 2, 2, 3);
  EXPECT_EQ(attend.shape, (std::vector<Index>{2, 1, 2, 3}));
  EXPECT_EQ(rows_of(attend, 0), (Rows{"110", "110"}));
  EXPECT_EQ(rows_of(attend, 1), (Rows{"100", "100"}));
}

// TEST-CASES 13
TEST(MaskPatterns, BothIsTheIntersectionWithBroadcasting) {
  const Attend joint = both(key_padding_attend({1, 1, 0, 1, 0, 1}, 2, 3, 3), block_attend(3, 3, 2));
  EXPECT_EQ(joint.shape, (std::vector<Index>{2, 1, 3, 3}));
  EXPECT_EQ(rows_of(joint, 0), (Rows{"110", "110", "000"}));
  EXPECT_EQ(rows_of(joint, 1), (Rows{"100", "100", "001"}));

  const Attend per_head{{1, 2, 1, 2}, {1, 0, 0, 1}}, per_item{{2, 1, 1, 2}, {1, 1, 0, 1}};
  const Attend all{{2, 2, 1, 2}, {1, 0, 0, 1, 0, 0, 0, 1}};
  EXPECT_EQ(both(per_head, per_item).shape, all.shape);
  EXPECT_EQ(both(per_head, per_item).allowed, all.allowed);
  EXPECT_EQ(both(per_item, per_head).allowed, all.allowed);
  EXPECT_EQ(both(all, all).allowed, all.allowed);
}

// TEST-CASES 41
TEST(MaskPatterns, AcceptZeroQueriesAndZeroKeys) {
  EXPECT_TRUE(block_attend(3, 0, 1).allowed.empty());
  EXPECT_TRUE(key_padding_attend({}, 0, 2, 3).allowed.empty());
}

TEST(MaskPatterns, RefuseAnEmptyBlock) {
  EXPECT_EQ(refusal([] { block_attend(2, 2, 0); }), "expected block of at least 1, got 0");
}

// TEST-CASES 43
TEST(MaskPatterns, NameTheShapesThatDisagree) {
  EXPECT_EQ(refusal([] { key_padding_attend({1, 0, 1}, 2, 2, 2); }),
            "expected key_padding of shape [batch 2, key 2], got 3 elements");
  const Attend small = block_attend(2, 2, 1), large = block_attend(2, 3, 1);
  EXPECT_EQ(
      refusal([&] { both(small, large); }),
      "expected two masks of the same shape, except leading extents of 1, got [1, 1, 2, 2] and "
      "[1, 1, 2, 3]");
  EXPECT_EQ(refusal([&] { both(block_attend(1, 2, 1), small); }),
            "expected two masks of the same shape, except leading extents of 1, got [1, 1, 1, 2] "
            "and [1, 1, 2, 2]");
  const Attend two{{2, 1, 1, 1}, {1, 1}}, three{{3, 1, 1, 1}, {1, 1, 1}};
  EXPECT_EQ(refusal([&] { both(two, three); }),
            "expected two masks of the same shape, except leading extents of 1, got [2, 1, 1, 1] "
            "and [3, 1, 1, 1]");
  EXPECT_EQ(refusal([&] { both(small, {{1, 1, 2, 2}, {1}}); }),
            "expected attend of shape [batch, head, query, key] with as many elements, got "
            "shape [1, 1, 2, 2] with 1 elements");
  EXPECT_EQ(refusal([&] { both({{2, 2}, {1, 1, 1, 1}}, small); }),
            "expected attend of shape [batch, head, query, key] with as many elements, got "
            "shape [2, 2] with 4 elements");
}

// TEST-CASES 42
TEST(MaskPatterns, RefuseASizeThatOverflows) {
  EXPECT_EQ(refusal([] { block_attend(65536, 65536, 1); }),
            "expected at most 2147483647 elements, got the shape [1, 1, 65536, 65536]");
  EXPECT_EQ(
      refusal([] { key_padding_attend(std::vector<std::uint8_t>(65536, 1), 1, 65536, 65536); }),
      "expected at most 2147483647 elements, got the shape [1, 1, 65536, 65536]");
}

}  // namespace
}  // namespace attn
