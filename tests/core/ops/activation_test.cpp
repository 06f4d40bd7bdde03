#include "ops/activation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/finite.h"
#include "support/central_difference.h"
#include "support/near.h"
#include "support/reference_row_ops.h"
#include "support/refusal.h"

namespace attn {
namespace {

constexpr Activation kAll[] = {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                               Activation::kSilu};

// -30 to 30 in steps of 1/16, and values far outside.
std::vector<float> sweep() {
  std::vector<float> x;
  for (int i = -480; i <= 480; ++i) x.push_back(static_cast<float>(i) / 16);
  for (const float far : {60.0f, 90.0f, 110.0f, 1e3f, 1e6f}) {
    x.push_back(far);
    x.push_back(-far);
  }
  return x;
}

Matrix row_of(const std::vector<float>& x) {
  return ConstMatrixMap(x.data(), 1, static_cast<Index>(x.size()));
}

TEST(Activation, MatchesItsFormulaInDouble) {
  const std::vector<float> x = sweep();
  for (const Activation activation : kAll) {
    std::vector<double> expected;
    for (const float each : x) expected.push_back(reference::activation(activation, each));
    EXPECT_TRUE(all_near(activate(activation, row_of(x)), expected, 1e-7))
        << "activation " << static_cast<int>(activation);
  }
}

// TEST-CASES 36
TEST(Activation, GradientMatchesCentralDifferences) {
  std::vector<float> x;
  for (const float each : sweep()) {
    if (each != 0) x.push_back(each);  // where ReLU is not differentiable
  }
  std::vector<float> d_y;
  for (std::size_t i = 0; i < x.size(); ++i) d_y.push_back(i % 2 == 0 ? 1.5f : -0.5f);
  for (const Activation activation : kAll) {
    const reference::Values gradient = reference::central_differences(
        [&](const reference::Values& values) {
          std::vector<double> y;
          for (const double each : values.at("x")) {
            y.push_back(reference::activation(activation, each));
          }
          return y;
        },
        {{"x", {x.begin(), x.end()}}}, {d_y.begin(), d_y.end()});
    EXPECT_TRUE(all_near(activate_backward(activation, row_of(x), row_of(d_y)), gradient.at("x"),
                         2e-5))  // central differences lose digits at 1e6
        << "activation " << static_cast<int>(activation);
  }
}

TEST(Activation, KnownValues) {
  Matrix x(1, 3);
  x << -1, 0, 1;
  EXPECT_TRUE(all_near(activate(Activation::kRelu, x), {0, 0, 1}, 0));
  EXPECT_TRUE(all_near(activate(Activation::kGelu, x), {-0.158655254, 0, 0.841344746}, 5e-8));
  EXPECT_TRUE(all_near(activate(Activation::kGeluTanh, x), {-0.158808009, 0, 0.841191991}, 5e-8));
  EXPECT_TRUE(all_near(activate(Activation::kSilu, x), {-0.268941421, 0, 0.731058579}, 5e-8));
}

TEST(Activation, TheSlopeOfReluAtZeroIsZero) {
  const Matrix zero = Matrix::Zero(1, 1), one = Matrix::Ones(1, 1);
  EXPECT_EQ(activate_backward(Activation::kRelu, zero, one)(0, 0), 0);
}

TEST(Activation, TheLargestFloatsGiveTheirLimits) {
  const float largest = std::numeric_limits<float>::max();
  const Matrix x = row_of({largest, -largest}), d_y = Matrix::Ones(1, 2);
  for (const Activation activation : kAll) {
    EXPECT_TRUE(all_near(activate(activation, x), {largest, 0}, 0));
    EXPECT_TRUE(all_near(activate_backward(activation, x, d_y), {1, 0}, 0));
  }
}

TEST(Activation, NaNStaysNaNAndTouchesNothingElse) {
  for (const Activation activation : kAll) {
    const Matrix y = activate(activation, row_of({1, kNaN, 2}));
    EXPECT_TRUE(std::isnan(y(0, 1)));
    EXPECT_TRUE(std::isfinite(y(0, 0)) && std::isfinite(y(0, 2)));
  }
}

// TEST-CASES 21
TEST(Activation, AZeroGradientStaysZeroAtNaN) {
  const Matrix x = row_of({1, kNaN});
  for (const Activation activation : kAll) {
    EXPECT_EQ(activate_backward(activation, x, row_of({1, 0}))(0, 1), 0);
    EXPECT_EQ(activate_backward(activation, x, row_of({1, 1})).allFinite(),
              activation == Activation::kRelu);
  }
}

// TEST-CASES 40
TEST(Activation, ReadsStridedRows) {
  const Matrix wide = Matrix::Random(5, 9);
  const Matrix part = wide.block(1, 2, 3, 4);
  for (const Activation activation : kAll) {
    EXPECT_EQ(activate(activation, wide.block(1, 2, 3, 4)), activate(activation, part));
    EXPECT_EQ(activate_backward(activation, wide.block(1, 2, 3, 4), wide.block(0, 0, 3, 4)),
              activate_backward(activation, part, Matrix(wide.block(0, 0, 3, 4))));
  }
}

// TEST-CASES 41
TEST(Activation, AnEmptyInputGivesAnEmptyOutput) {
  EXPECT_EQ(activate(Activation::kGelu, Matrix(0, 3)).rows(), 0);
  EXPECT_EQ(activate_backward(Activation::kGelu, Matrix(3, 0), Matrix(3, 0)).rows(), 3);
}

// TEST-CASES 43
TEST(Activation, RefusesAGradientOfADifferentShape) {
  EXPECT_EQ(refusal([] {
              activate_backward(Activation::kGelu, Matrix(Matrix::Zero(2, 3)),
                                Matrix(Matrix::Zero(3, 2)));
            }),
            "expected d_y of shape [2, 3], got [3, 2]");
}

}  // namespace
}  // namespace attn
