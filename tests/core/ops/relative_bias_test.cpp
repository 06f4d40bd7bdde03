#include "ops/relative_bias.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.h"
#include "support/reference_positions.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Press et al. 2022, section 3: 1/2 .. 1/256 for eight heads.
TEST(Alibi, SlopesOfAPowerOfTwoAreAGeometricSeries) {
  EXPECT_EQ(alibi_slopes(8), (std::vector<float>{0.5f, 0.25f, 0.125f, 0.0625f, 0.03125f, 0.015625f,
                                                 0.0078125f, 0.00390625f}));
  EXPECT_EQ(alibi_slopes(1), std::vector<float>{0.00390625f});
  EXPECT_EQ(alibi_slopes(2), (std::vector<float>{0.0625f, 0.00390625f}));
}

TEST(Alibi, SlopesForOtherCountsUseEveryOtherSlopeOfTheNextPower) {
  // Four heads have 1/4 .. 1/256; eight would add 1/2 and 1/8.
  EXPECT_EQ(alibi_slopes(6),
            (std::vector<float>{0.25f, 0.0625f, 0.015625f, 0.00390625f, 0.5f, 0.125f}));
  for (const Index num_heads : {1, 2, 3, 5, 7, 12, 16, 20, 33}) {
    const std::vector<float> slopes = alibi_slopes(num_heads);
    ASSERT_EQ(static_cast<Index>(slopes.size()), num_heads);
    for (Index h = 0; h < num_heads; ++h) {
      EXPECT_FLOAT_EQ(slopes[static_cast<std::size_t>(h)],
                      static_cast<float>(reference::alibi_slope(h, num_heads)));
    }
  }
}

TEST(Alibi, DecreasesWithDistanceAndIsAdded) {
  Matrix bias = Matrix::Constant(2, 4, 10);
  add_alibi(0.5f, bias);  // queries at positions 2 and 3
  EXPECT_EQ(bias, (Matrix(2, 4) << 9, 9.5f, 10, 9.5f, 8.5f, 9, 9.5f, 10).finished());
}

TEST(Alibi, RefusesNoHeads) {
  EXPECT_EQ(refusal([] { alibi_slopes(0); }), "expected num_heads of at least 1, got 0");
}

// T5's configuration: 32 buckets, distances up to 128, both directions. Eight exact buckets; bucket
// 8 + t starts at 8 * 16^(t / 8): 8, 11.3, 16, 22.6, 32, 45.3, 64, 90.5.
TEST(RelativeBuckets, MatchT5InBothDirections) {
  const RelativeBuckets t5{32, 128, true};
  const std::vector<std::pair<Index, Index>> known = {
      {0, 0},    {-1, 1},   {-7, 7},   {-8, 8},   {-11, 8},   {-12, 9},   {-15, 9},
      {-16, 10}, {-22, 10}, {-23, 11}, {-31, 11}, {-32, 12},  {-45, 12},  {-46, 13},
      {-63, 13}, {-64, 14}, {-90, 14}, {-91, 15}, {-127, 15}, {-128, 15}, {-5000, 15}};
  for (const auto& [relative, bucket] : known) {
    EXPECT_EQ(relative_bucket(t5, relative), bucket) << "at " << relative;
    if (relative == 0) continue;
    EXPECT_EQ(relative_bucket(t5, -relative), bucket + 16) << "at " << -relative;
  }
}

// One direction: sixteen exact buckets; bucket 16 + t starts at 16 * 8^(t / 16): 16, 18.2, 20.7 ..
// 112.4. Keys after the query are all in the first.
TEST(RelativeBuckets, MatchT5InOneDirection) {
  const RelativeBuckets t5{32, 128, false};
  const std::vector<std::pair<Index, Index>> known = {
      {0, 0},    {1, 0},    {77, 0},   {-1, 1},   {-15, 15},  {-16, 16},  {-18, 16},  {-19, 17},
      {-20, 17}, {-21, 18}, {-45, 23}, {-46, 24}, {-112, 30}, {-113, 31}, {-128, 31}, {-9999, 31}};
  for (const auto& [relative, bucket] : known) {
    EXPECT_EQ(relative_bucket(t5, relative), bucket) << "at " << relative;
  }
}

TEST(RelativeBuckets, MatchTheFormulaEverywhere) {
  for (const RelativeBuckets& buckets :
       {RelativeBuckets{32, 128, true}, RelativeBuckets{32, 128, false},
        RelativeBuckets{4, 2, true}, RelativeBuckets{6, 20, true}, RelativeBuckets{2, 3, false},
        RelativeBuckets{64, 1000, true}}) {
    for (Index relative = -1100; relative <= 1100; ++relative) {
      ASSERT_EQ(relative_bucket(buckets, relative), reference::t5_bucket(buckets, relative))
          << buckets.num_buckets << " buckets to " << buckets.max_distance << " at " << relative;
    }
  }
}

TEST(RelativeBias, AddsTheBiasOfEachBucketAndSumsItsGradient) {
  const RelativeBuckets buckets{
      4, 3, true};  // distance 0 and further, for keys before; the same for keys after
  const Matrix table = (Matrix(4, 2) << 0, 1, 0, 2, 0, 3, 0, 4).finished();
  Matrix bias = Matrix::Constant(2, 3, 10);
  add_relative_bias(buckets, table, 1, bias);  // queries at positions 1 and 2
  EXPECT_EQ(bias, (Matrix(2, 3) << 12, 11, 14, 12, 12, 11).finished());

  Matrix d_table = Matrix::Ones(4, 2);
  add_relative_bias_backward(buckets, (Matrix(2, 3) << 1, 2, 4, 8, 16, 32).finished(), 1, d_table);
  EXPECT_EQ(d_table, (Matrix(4, 2) << 1, 35, 1, 26, 1, 1, 1, 5).finished());
}

// TEST-CASES 41
TEST(RelativeBias, AcceptsZeroQueriesAndZeroKeys) {
  const Matrix table = Matrix::Ones(32, 1);
  for (const auto& [n_query, n_key] : {std::pair<Index, Index>{0, 3}, {3, 0}, {0, 0}}) {
    Matrix bias(n_query, n_key), d_table = Matrix::Zero(32, 1);
    add_relative_bias({}, table, 0, bias);
    add_relative_bias_backward({}, bias, 0, d_table);
    EXPECT_EQ(d_table, Matrix::Zero(32, 1));
  }
}

// TEST-CASES 43
TEST(RelativeBias, RefusesTooFewBucketsOrAMismatchedTable) {
  EXPECT_EQ(refusal([] { check_relative_buckets({3, 128, true}); }),
            "expected num_buckets of at least 4, for both directions, got 3");
  EXPECT_EQ(refusal([] { check_relative_buckets({1, 128, false}); }),
            "expected num_buckets of at least 2, got 1");
  EXPECT_EQ(refusal([] { relative_bucket({32, 8, true}, 1); }),
            "expected max_distance above 8, because num_buckets 32 give each smaller distance its "
            "own bucket, got 8");
  Matrix bias = Matrix::Zero(2, 2), table = Matrix::Zero(30, 4);
  EXPECT_EQ(
      refusal([&] { add_relative_bias({}, table, 1, bias); }),
      "expected a table [num_buckets, num_heads] with num_buckets 32 and a column for head 1, "
      "got [30, 4]");
  Matrix fits = Matrix::Zero(32, 4);
  EXPECT_EQ(refusal([&] { add_relative_bias_backward({}, bias, 4, fits); }),
            "expected a table [num_buckets, num_heads] with num_buckets 32 and a column for head "
            "4, got [32, 4]");
  EXPECT_EQ(refusal([&] { add_relative_bias_backward({}, bias, -1, fits); }),
            "expected a table [num_buckets, num_heads] with num_buckets 32 and a column for head "
            "-1, got [32, 4]");
}

}  // namespace
}  // namespace attn
