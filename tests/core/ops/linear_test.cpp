#include "ops/linear.h"

#include <gtest/gtest.h>

#include "base/finite.h"
#include "base/random.h"
#include "support/near.h"
#include "support/reference_multi_head.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Linear, IsXTimesWPlusB) {
  const Matrix x = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  const Matrix w = (Matrix(2, 3) << 1, 0, 2, 0, 1, 3).finished();
  const RowVector b = (RowVector(3) << 10, 20, 30).finished();
  EXPECT_EQ(linear(x, w, b), (Matrix(2, 3) << 11, 22, 38, 13, 24, 48).finished());
}

// TEST-CASES 31
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

// TEST-CASES 36
TEST(LinearBackward, MatchesCentralDifferencesAndAdds) {
  Random random(3);
  const Matrix x = normal_matrix(5, 4, 1, random), w = normal_matrix(4, 3, 1, random);
  const Matrix b = normal_matrix(1, 3, 1, random), d_y = normal_matrix(5, 3, 1, random);
  const auto wide = [](const Matrix& m) {
    return std::vector<double>(m.data(), m.data() + m.size());
  };
  const reference::Values expected = reference::central_differences(
      [](const reference::Values& v) { return reference::linear(v.at("x"), 5, v, "w", "b"); },
      {{"x", wide(x)}, {"w", wide(w)}, {"b", wide(b)}}, wide(d_y));
  Matrix d_w = Matrix::Zero(4, 3);
  RowVector d_b = RowVector::Zero(3);
  Matrix d_x(x.rows(), x.cols());
  linear_backward(x, w, d_y, d_x, d_w, d_b);
  EXPECT_TRUE(all_near(d_x, expected.at("x"), 1e-6));
  EXPECT_TRUE(all_near(d_w, expected.at("w"), 1e-6));
  EXPECT_TRUE(all_near(Matrix(d_b), expected.at("b"), 1e-6));
  const Matrix once = d_w;
  linear_backward(x, w, d_y, d_x, d_w, d_b);
  EXPECT_TRUE(d_w.isApprox(2 * once));
  RowVector none;
  linear_backward(x, w, d_y, d_x, d_w, none);
  EXPECT_EQ(none.size(), 0);
}

// TEST-CASES 21
TEST(LinearBackward, ARowWithAZeroGradientContributesNothingEvenIfItIsNaN) {
  Random random(4);
  Matrix x = normal_matrix(3, 4, 1, random), d_y = normal_matrix(3, 2, 1, random);
  const Matrix w = normal_matrix(4, 2, 1, random);
  d_y.row(1).setZero();
  Matrix expected = Matrix::Zero(4, 2), got = Matrix::Zero(4, 2), d_x(x.rows(), x.cols());
  RowVector d_b;
  linear_backward(x, w, d_y, d_x, expected, d_b);
  x.row(1).setConstant(kNaN);
  linear_backward(x, w, d_y, d_x, got, d_b);
  EXPECT_EQ(got, expected);
}

// TEST-CASES 43
TEST(LinearBackward, NamesTheShapeThatDisagrees) {
  Matrix d_w = Matrix::Zero(4, 5);
  RowVector d_b, wrong = RowVector::Zero(4);
  const Matrix x = Matrix::Zero(2, 4), w = Matrix::Zero(4, 5), d_y = Matrix::Zero(2, 5);
  Matrix d_x(2, 4);
  EXPECT_EQ(refusal([&] { linear_backward(x, w, Matrix(Matrix::Zero(3, 5)), d_x, d_w, d_b); }),
            "expected d_y of shape [2, 5], got [3, 5]");
  EXPECT_EQ(refusal([&] { linear_backward(x, w, d_y, d_x, d_w.leftCols(4), d_b); }),
            "expected d_w of shape [4, 5], got [4, 4]");
  Matrix narrow(2, 3);
  EXPECT_EQ(refusal([&] { linear_backward(x, w, d_y, narrow, d_w, d_b); }),
            "expected d_x of shape [2, 4], got [2, 3]");
  EXPECT_EQ(refusal([&] { linear_backward(Matrix(Matrix::Zero(2, 3)), w, d_y, narrow, d_w, d_b); }),
            "expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [2, 3] and w [4, 5]");
  EXPECT_EQ(refusal([&] { linear_backward(x, w, d_y, d_x, d_w, wrong); }),
            "expected d_b of shape [5] or none, got [4]");
}

// TEST-CASES 41
TEST(Linear, OfZeroRowsIsZeroRows) {
  EXPECT_EQ(linear(Matrix(0, 4), Matrix(Matrix::Ones(4, 3)), RowVector::Ones(3)).rows(), 0);
}

// TEST-CASES 43
TEST(Linear, NamesBothShapesThatDisagree) {
  EXPECT_EQ(
      refusal([] { linear(Matrix(Matrix::Zero(2, 3)), Matrix(Matrix::Zero(4, 5)), RowVector()); }),
      "expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [2, 3] and w [4, 5]");
  EXPECT_EQ(refusal([] {
              linear(Matrix(Matrix::Zero(2, 4)), Matrix(Matrix::Zero(4, 5)), RowVector::Zero(4));
            }),
            "expected b of shape [5] or none, to go with w [4, 5], got [4]");
}

}  // namespace
}  // namespace attn
