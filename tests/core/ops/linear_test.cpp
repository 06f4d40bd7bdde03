#include "ops/linear.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/near.h"
#include "support/reference.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Linear, IsXTimesWPlusB) {
  const Matrix x = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  const Matrix w = (Matrix(2, 3) << 1, 0, 2, 0, 1, 3).finished();
  const RowVector b = (RowVector(3) << 10, 20, 30).finished();
  EXPECT_EQ(linear(x, w, b), (Matrix(2, 3) << 11, 22, 38, 13, 24, 48).finished());
}

// case 31
TEST(Linear, NoBiasIsAZeroBias) {
  Random random(1);
  const Matrix x = normal_matrix(5, 7, 1, random), w = normal_matrix(7, 3, 1, random);
  EXPECT_EQ(linear(x, w, RowVector()), linear(x, w, RowVector::Zero(3)));
}

class LinearSizes : public testing::TestWithParam<std::tuple<Index, Index, Index>> {};

TEST_P(LinearSizes, MatchesReference) {
  const auto [n, d_in, d_out] = GetParam();
  Random random(2);
  const Matrix x = normal_matrix(n, d_in, 1, random), w = normal_matrix(d_in, d_out, 1, random);
  const RowVector b = normal_matrix(1, d_out, 1, random);
  const std::vector<double> wide(x.data(), x.data() + x.size());
  EXPECT_TRUE(
      all_near(linear(x, w, b), reference::linear(wide, n, w, b), reduction_tolerance(d_in)));
}
INSTANTIATE_TEST_SUITE_P(Shapes, LinearSizes,
                         testing::Combine(testing::Values(1, 6, 17), testing::Values(1, 8, 33),
                                          testing::Values(1, 5, 32)));

// case 41
TEST(Linear, OfNoRowsIsNoRows) {
  EXPECT_EQ(linear(Matrix(0, 4), Matrix::Ones(4, 3), RowVector::Ones(3)).rows(), 0);
}

// case 43
TEST(Linear, NamesBothShapesThatDisagree) {
  EXPECT_EQ(refusal([] { linear(Matrix::Zero(2, 3), Matrix::Zero(4, 5), RowVector()); }),
            "expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [2, 3] and w [4, 5]");
  EXPECT_EQ(refusal([] { linear(Matrix::Zero(2, 4), Matrix::Zero(4, 5), RowVector::Zero(4)); }),
            "expected b of shape [5] or none, to go with w [4, 5], got [4]");
}

}  // namespace
}  // namespace attn
