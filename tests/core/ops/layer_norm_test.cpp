#include "ops/layer_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/finite.h"
#include "base/random.h"
#include "support/central_difference.h"
#include "support/near.h"
#include "support/reference_row_ops.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Values;

std::vector<double> reference_norm(NormKind kind, const Values& values, double epsilon) {
  return reference::norm(kind, values, "", values.at("x"), epsilon);
}

std::vector<double> widened(const Matrix& x) { return {x.data(), x.data() + x.size()}; }
std::vector<double> widened(const RowVector& x) { return {x.data(), x.data() + x.size()}; }

struct Case {
  Matrix x, d_y;
  NormParameters parameters;
  Values values() const {
    return {{"x", widened(x)},
            {"gamma", widened(parameters.gamma)},
            {"beta", widened(parameters.beta)}};
  }
};

Case random_case(NormKind kind, Index n, Index d_model) {
  Random random(7, static_cast<std::uint64_t>(100 * n + d_model));
  Case result;
  result.x = normal_matrix(n, d_model, 2, random);
  result.x.array() += 0.5f;
  result.d_y = normal_matrix(n, d_model, 1, random);
  result.parameters.gamma = normal_matrix(1, d_model, 1, random);
  if (kind == NormKind::kLayer) result.parameters.beta = normal_matrix(1, d_model, 1, random);
  return result;
}

class Norm : public testing::TestWithParam<NormKind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, Norm, testing::Values(NormKind::kLayer, NormKind::kRms),
                         [](const auto& kind) {
                           return kind.param == NormKind::kLayer ? "Layer" : "Rms";
                         });

TEST(LayerNorm, AWorkedRow) {
  Matrix x(1, 4);
  x << 1, 2, 3, 4;  // mean 2.5, variance 1.25
  NormParameters parameters = NormParameters::identity(NormKind::kLayer, 4);
  parameters.gamma << 1, 1, 1, 2;
  parameters.beta << 0, 0, 0, 10;
  const double unit = 1 / std::sqrt(1.25);
  EXPECT_TRUE(all_near(normalize(NormKind::kLayer, x, parameters, 0),
                       {-1.5 * unit, -0.5 * unit, 0.5 * unit, 10 + 3 * unit}, 1e-7));
}

TEST(RmsNorm, AWorkedRow) {
  Matrix x(1, 2);
  x << 3, 4;  // mean of squares 12.5
  const NormParameters parameters = NormParameters::identity(NormKind::kRms, 2);
  EXPECT_EQ(parameters.beta.size(), 0);
  EXPECT_TRUE(all_near(normalize(NormKind::kRms, x, parameters, 12.5f), {0.6, 0.8}, 1e-7));
}

TEST_P(Norm, MatchesReferenceOverWidths) {
  for (const Index d_model : {1, 2, 3, 7, 8, 9, 16, 31, 64}) {
    const Case c = random_case(GetParam(), 3, d_model);
    for (const float epsilon : {1e-5f, 1e-12f, 0.5f}) {
      if (d_model == 1 && epsilon != 0.5f) continue;
      EXPECT_TRUE(all_near(normalize(GetParam(), c.x, c.parameters, epsilon),
                           reference_norm(GetParam(), c.values(), epsilon), 1e-6))
          << "d_model " << d_model << ", epsilon " << epsilon;
    }
  }
}

// TEST-CASES 36
TEST_P(Norm, GradientsMatchCentralDifferences) {
  for (const Index d_model : {1, 2, 5, 8}) {
    const Case c = random_case(GetParam(), 3, d_model);
    const float epsilon = 0.01f;
    const Values expected = reference::central_differences(
        [&](const Values& values) { return reference_norm(GetParam(), values, epsilon); },
        c.values(), widened(c.d_y));
    const NormGradients got = normalize_backward(GetParam(), c.x, c.parameters, epsilon, c.d_y);
    EXPECT_TRUE(all_near(got.d_x, expected.at("x"), 1e-5)) << "d_model " << d_model;
    EXPECT_TRUE(all_near(Matrix(got.parameters.gamma), expected.at("gamma"), 1e-5));
    EXPECT_TRUE(all_near(Matrix(got.parameters.beta), expected.at("beta"), 1e-5));
  }
}

TEST(LayerNorm, AMissingBetaIsZero) {
  Case c = random_case(NormKind::kLayer, 3, 5);
  c.parameters.beta.setZero(5);
  const Matrix with = normalize(NormKind::kLayer, c.x, c.parameters, 1e-5f);
  c.parameters.beta.resize(0);
  EXPECT_EQ(normalize(NormKind::kLayer, c.x, c.parameters, 1e-5f), with);
  const NormGradients got = normalize_backward(NormKind::kLayer, c.x, c.parameters, 1e-5f, c.d_y);
  EXPECT_EQ(got.parameters.beta.size(), 0);
}

TEST(LayerNorm, AConstantRowOfAnyMagnitudeGivesBetaAndAFiniteGradient) {
  for (const Index d_model : {1, 3, 7, 11}) {
    const Case c = random_case(NormKind::kLayer, 1, d_model);
    for (const float value : {0.0f, 0.1f, -7e-42f, 12345.678f, 3.4e38f}) {
      for (const float epsilon : {1e-5f, 0.0f}) {
        const Matrix x = Matrix::Constant(1, d_model, value);
        EXPECT_EQ(RowVector(normalize(NormKind::kLayer, x, c.parameters, epsilon)),
                  c.parameters.beta)
            << value << " with epsilon " << epsilon;
        EXPECT_TRUE(
            normalize_backward(NormKind::kLayer, x, c.parameters, epsilon, c.d_y).d_x.allFinite());
      }
    }
  }
}

TEST(RmsNorm, ARowOfZerosIsZeroEvenWithoutEpsilon) {
  const Case c = random_case(NormKind::kRms, 2, 4);
  const Matrix x = Matrix::Zero(2, 4);
  EXPECT_EQ(normalize(NormKind::kRms, x, c.parameters, 0), x);
  EXPECT_EQ(normalize_backward(NormKind::kRms, x, c.parameters, 0, c.d_y).d_x, x);
}

// The squares of these elements overflow or underflow in float.
TEST_P(Norm, HugeAndTinyRowsAreNormalizedCorrectly) {
  Case c = random_case(GetParam(), 2, 6);
  const Matrix plain = normalize(GetParam(), c.x, c.parameters, 0);
  for (const float factor : {0x1p120f, 0x1p-120f}) {
    const Matrix scaled = c.x * factor;
    EXPECT_TRUE(all_near(normalize(GetParam(), scaled, c.parameters, 0), widened(plain), 1e-6));
    EXPECT_FALSE(
        normalize_backward(GetParam(), scaled, c.parameters, 0, c.d_y).d_x.array().isNaN().any());
  }
  const float largest = std::numeric_limits<float>::max();
  c.x.row(0).setConstant(largest);
  c.x(0, 0) = -largest;
  EXPECT_TRUE(normalize(GetParam(), c.x, c.parameters, 1e-5f).allFinite());
  EXPECT_TRUE(normalize_backward(GetParam(), c.x, c.parameters, 1e-5f, c.d_y).d_x.allFinite());
}

// TEST-CASES 44
TEST_P(Norm, NaNStaysInItsRow) {
  Case c = random_case(GetParam(), 3, 4);
  const Matrix clean = normalize(GetParam(), c.x, c.parameters, 1e-5f);
  c.x(1, 2) = kNaN;
  const Matrix y = normalize(GetParam(), c.x, c.parameters, 1e-5f);
  EXPECT_EQ(y.row(0), clean.row(0));
  EXPECT_EQ(y.row(2), clean.row(2));
  EXPECT_TRUE(y.row(1).array().isNaN().all());
}

// TEST-CASES 21
TEST_P(Norm, ANaNRowWithAZeroGradientContributesNothing) {
  Case c = random_case(GetParam(), 3, 4);
  c.d_y.row(1).setZero();
  const NormGradients clean = normalize_backward(GetParam(), c.x, c.parameters, 1e-5f, c.d_y);
  c.x(1, 2) = kNaN;
  const NormGradients got = normalize_backward(GetParam(), c.x, c.parameters, 1e-5f, c.d_y);
  EXPECT_EQ(got.d_x, clean.d_x);
  EXPECT_EQ(got.d_x.row(1).norm(), 0);
  EXPECT_EQ(got.parameters.gamma, clean.parameters.gamma);
  c.d_y(1, 0) = 1;
  EXPECT_FALSE(
      normalize_backward(GetParam(), c.x, c.parameters, 1e-5f, c.d_y).d_x.row(1).allFinite());
}

// TEST-CASES 40
TEST_P(Norm, ReadsStridedRows) {
  const Case c = random_case(GetParam(), 3, 4);
  Matrix wide = Matrix::Constant(3, 9, kNaN);
  wide.middleCols(2, 4) = c.x;
  EXPECT_EQ(normalize(GetParam(), wide.middleCols(2, 4), c.parameters, 1e-5f),
            normalize(GetParam(), c.x, c.parameters, 1e-5f));
  EXPECT_EQ(normalize_backward(GetParam(), wide.middleCols(2, 4), c.parameters, 1e-5f, c.d_y).d_x,
            normalize_backward(GetParam(), c.x, c.parameters, 1e-5f, c.d_y).d_x);
}

// TEST-CASES 35
TEST_P(Norm, ARowHasTheSameBitsAloneAsInAMatrix) {
  const Case c = random_case(GetParam(), 5, 7);
  const Matrix together = normalize(GetParam(), c.x, c.parameters, 1e-5f);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(normalize(GetParam(), c.x.row(i), c.parameters, 1e-5f), together.row(i));
  }
}

// TEST-CASES 41
TEST_P(Norm, ZeroRowsGiveZeroRowsAndZeroGradients) {
  const NormParameters parameters = NormParameters::identity(GetParam(), 4);
  EXPECT_EQ(normalize(GetParam(), Matrix(0, 4), parameters, 1e-5f).rows(), 0);
  const NormGradients got =
      normalize_backward(GetParam(), Matrix(0, 4), parameters, 1e-5f, Matrix(0, 4));
  EXPECT_EQ(got.parameters.gamma, RowVector(RowVector::Zero(4)));
}

// TEST-CASES 42, 43
TEST(NormChecks, RefusesMismatchedShapesNamingBoth) {
  const Matrix x = Matrix::Zero(2, 4);
  NormParameters parameters = NormParameters::identity(NormKind::kLayer, 4);
  const auto refused = [&](NormKind kind, float epsilon) {
    return refusal([&] { normalize(kind, x, parameters, epsilon); });
  };
  EXPECT_EQ(refused(NormKind::kRms, 1e-5f), "expected no beta for RMS norm, got [4]");
  EXPECT_EQ(refused(NormKind::kLayer, -1), "expected a finite epsilon of at least 0, got -1");
  EXPECT_EQ(refused(NormKind::kLayer, kNaN), "expected a finite epsilon of at least 0, got NaN");
  EXPECT_EQ(refusal([&] {
              normalize_backward(NormKind::kLayer, x, parameters, 1e-5f,
                                 Matrix(Matrix::Zero(4, 2)));
            }),
            "expected d_y of shape [2, 4], got [4, 2]");
  parameters.beta.resize(3);
  EXPECT_EQ(refused(NormKind::kLayer, 1e-5f),
            "expected beta of shape [4] or none to go with x [2, 4], got [3]");
  parameters.gamma.resize(5);
  EXPECT_EQ(refused(NormKind::kLayer, 1e-5f),
            "expected gamma of shape [4] to go with x [2, 4], got [5]");
  EXPECT_EQ(refusal([] { NormParameters::identity(NormKind::kRms, -1); }),
            "expected extents of at least 0, got [-1]");
}

}  // namespace
}  // namespace attn
