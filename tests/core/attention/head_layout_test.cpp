#include "attention/head_layout.h"

#include <gtest/gtest.h>

#include "attention/heads_view.h"
#include "base/finite.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// TEST-CASES 27
TEST(SplitHeads, EachHeadOwnsAdjacentColumns) {
  const Matrix x = (Matrix(2, 4) << 1, 2, 3, 4, 5, 6, 7, 8).finished();
  const Tensor heads = split_heads(x, 1, 2, "query");
  EXPECT_EQ(heads.shape_text(), "[batch 1, head 2, query 2, d_head 2]");
  EXPECT_EQ(heads.data, (std::vector<float>{1, 2, 5, 6, 3, 4, 7, 8}));
}

TEST(SplitHeads, BatchItemsAreConsecutiveRows) {
  const Matrix x = (Matrix(4, 2) << 1, 2, 3, 4, 5, 6, 7, 8).finished();
  const Tensor heads = split_heads(x, 2, 2, "key");
  EXPECT_EQ(heads.shape_text(), "[batch 2, head 2, key 2, d_head 1]");
  EXPECT_EQ(heads.data, (std::vector<float>{1, 3, 2, 4, 5, 7, 6, 8}));
}

TEST(HeadMatrix, IsAViewBetweenTheColumnsOfOtherHeads) {
  Matrix rows = Matrix::Zero(2, 5);
  head_matrix(token_major(rows, 1, 1, 2), 0, 1) << 3, 4, 7, 8;
  EXPECT_EQ(rows, (Matrix(2, 5) << 0, 0, 0, 3, 4, 0, 0, 0, 7, 8).finished());
}

class HeadCounts : public testing::TestWithParam<std::tuple<Index, Index>> {};

// TEST-CASES 28
TEST_P(HeadCounts, JoiningSplitHeadsRestoresTheInput) {
  const auto [batch, num_heads] = GetParam();
  const Tensor x = random_sequence(batch, 5, 12 * num_heads, 1);
  const Matrix rows = ConstMatrixMap(x.data.data(), batch * 5, 12 * num_heads);
  const Tensor heads = split_heads(rows, batch, num_heads, "query");
  Matrix merged(rows.rows(), rows.cols());
  const HeadsRef beside = token_major(merged, batch, 0, 12);
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      head_matrix(beside, b, h) = heads.matrix(b * num_heads + h);
    }
  }
  EXPECT_EQ(merged, rows);
}
INSTANTIATE_TEST_SUITE_P(All, HeadCounts,
                         testing::Combine(testing::Values(1, 3), testing::Values(1, 2, 3, 12)));

// TEST-CASES 33
TEST(AverageHeads, IsTheMeanOverHeads) {
  const Tensor heads({"batch", "head", "query", "key"}, {2, 2, 1, 2}, {1, 2, 3, 6, 0, 1, 1, 0});
  const Tensor mean = average_heads(heads);
  EXPECT_EQ(mean.shape_text(), "[batch 2, query 1, key 2]");
  EXPECT_EQ(mean.data, (std::vector<float>{2, 4, 0.5f, 0.5f}));
}

TEST(AverageHeads, AMaskedScoreStaysMasked) {
  const Tensor heads({"batch", "head", "query", "key"}, {1, 2, 1, 2}, {-kInfinity, 1, 2, 3});
  EXPECT_EQ(average_heads(heads).data, (std::vector<float>{-kInfinity, 2}));
}

// TEST-CASES 41
TEST(HeadLayout, AcceptsEmptySequences) {
  const Tensor heads = split_heads(Matrix(0, 4), 2, 2, "key");
  EXPECT_EQ(heads.shape_text(), "[batch 2, head 2, key 0, d_head 2]");
}

// TEST-CASES 29
TEST(SplitHeads, RefusesColumnsThatDoNotDivide) {
  EXPECT_EQ(refusal([] { split_heads(Matrix(Matrix::Zero(4, 8)), 1, 3, "query"); }),
            "expected num_heads to divide the 8 columns of x, got 3");
  EXPECT_EQ(refusal([] { split_heads(Matrix(Matrix::Zero(4, 8)), 1, 0, "query"); }),
            "expected num_heads to divide the 8 columns of x, got 0");
}

TEST(SplitHeads, RefusesRowsThatDoNotDivide) {
  EXPECT_EQ(refusal([] { split_heads(Matrix(Matrix::Zero(4, 8)), 3, 2, "query"); }),
            "expected batch to divide the 4 rows of x, got 3");
  EXPECT_EQ(refusal([] { split_heads(Matrix(Matrix::Zero(4, 8)), 0, 2, "query"); }),
            "expected batch to divide the 4 rows of x, got 0");
}

// TEST-CASES 43
TEST(AverageHeads, RefusesATensorWithoutAHeadAxis) {
  const Tensor x({"query", "d_model"}, {2, 4});
  const std::string message =
      "expected x [batch, head, rows, columns] of at least one head, got [query 2, "
      "d_model 4]";
  EXPECT_EQ(refusal([&] { average_heads(x); }), message);
}

}  // namespace
}  // namespace attn
