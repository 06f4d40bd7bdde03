#include "ops/softmax.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "base/random.h"
#include "support/central_difference.h"
#include "support/near.h"
#include "support/reference.h"
#include "support/refusal.h"

namespace attn {
namespace {

struct Row {
  Matrix weights;
  RowStatus status;
};

Row softmax(std::vector<float> masked_scores) {
  const Index n = static_cast<Index>(masked_scores.size());
  Row row{Matrix::Constant(1, n, 99), RowStatus::kOk};
  row.status = softmax_rows(ConstMatrixMap(masked_scores.data(), 1, n), row.weights)[0];
  return row;
}

// TEST-CASES 1
TEST(Softmax, OneKeyHasWeightExactlyOne) {
  for (const float score : {0.0f, -3e38f, 3e38f, 17.25f}) {
    EXPECT_EQ(softmax({score}).weights(0), 1.0f);
  }
}

// TEST-CASES 3
TEST(Softmax, OfLogarithmsIsProportional) {
  const float ln2 = 0.69314718f, ln3 = 1.09861229f;
  EXPECT_TRUE(all_near(softmax({0, ln2, ln3}).weights, {1.0 / 6, 1.0 / 3, 0.5}, 1e-7));
}

// TEST-CASES 5
TEST(Softmax, IgnoresAConstantAddedToAllScores) {
  const std::vector<float> scores = {0.5f, -1.25f, 2.015625f, 0, -0.984375f};
  const Matrix plain = softmax(scores).weights;
  for (const float shift : {1024.0f, -1024.0f}) {
    std::vector<float> shifted = scores;
    for (float& score : shifted) score += shift;
    EXPECT_TRUE(all_near(softmax(shifted).weights,
                         std::vector<double>(plain.data(), plain.data() + plain.size()), 1e-6));
  }
}

// TEST-CASES 6
TEST(Softmax, SurvivesScoresWhoseExponentialsOverflow) {
  std::vector<double> expected = {90, 91.5, 93, 96.25, 100, 89, 99.5};
  const std::vector<float> scores(expected.begin(), expected.end());
  reference::softmax(expected.data(), static_cast<Index>(expected.size()));
  const Matrix weights = softmax(scores).weights;
  for (Index j = 0; j < weights.size(); ++j) {
    const double exact = expected[static_cast<std::size_t>(j)];
    EXPECT_NEAR(weights(j) / exact, 1, 1e-5);
  }
}

// TEST-CASES 7
TEST(Softmax, AWeightTooSmallForAFloatIsZero) {
  const Row row = softmax({0, -104});
  EXPECT_EQ(row.weights(0), 1.0f);
  EXPECT_EQ(row.weights(1), 0.0f);
  EXPECT_EQ(row.status, RowStatus::kOk);
}

// TEST-CASES 14
TEST(Softmax, FullyMaskedRowIsZeroNotNaN) {
  const Row row = softmax({-kInfinity, -kInfinity, -kInfinity});
  EXPECT_EQ(row.weights, Matrix::Zero(1, 3));
  EXPECT_EQ(row.status, RowStatus::kNothingToAttend);
}

// TEST-CASES 20
TEST(Softmax, RowOfOneHugeNegativeScoreIsUniform) {
  const Row row = softmax({-3.4e38f, -3.4e38f, -3.4e38f, -3.4e38f});
  EXPECT_EQ(row.weights, Matrix::Constant(1, 4, 0.25f));
  EXPECT_EQ(row.status, RowStatus::kOk);
}

TEST(Softmax, MinusInfinityExcludesItsKeyOnly) {
  const Row row = softmax({1, -kInfinity, 1});
  EXPECT_EQ(row.weights, (Matrix(1, 3) << 0.5f, 0, 0.5f).finished());
}

// TEST-CASES 8
TEST(Softmax, NaNOrPlusInfinityMakesTheRowNaNAndFlagsIt) {
  for (Index n = 1; n <= 17; ++n) {
    for (Index j = 0; j < n; ++j) {
      for (const float special : {kNaN, kInfinity}) {
        std::vector<float> scores(static_cast<std::size_t>(n), -kInfinity);
        scores[static_cast<std::size_t>(j)] = special;
        const Row row = softmax(scores);
        ASSERT_EQ(row.status, RowStatus::kNotFinite) << special << " at " << j << " of " << n;
        ASSERT_TRUE(row.weights.array().isNaN().all());
      }
    }
  }
}

// TEST-CASES 41
TEST(Softmax, ARowWithoutKeysHasNothingToAttend) {
  Matrix weights(3, 0);
  const auto status = softmax_rows(Matrix(3, 0), weights);
  EXPECT_EQ(status, std::vector<RowStatus>(3, RowStatus::kNothingToAttend));
  Matrix no_rows(0, 3);
  EXPECT_TRUE(softmax_rows(Matrix(0, 3), no_rows).empty());
}

class SoftmaxSizes : public testing::TestWithParam<Index> {};

// TEST-CASES 9, 39
TEST_P(SoftmaxSizes, MatchesReferenceAndSumsToOne) {
  const Index n_key = GetParam();
  Random random(11, static_cast<std::uint64_t>(n_key));
  Matrix scores = normal_matrix(5, n_key, 6, random);
  for (Index i = 0; i < 5; ++i) scores(i, (3 * i) % n_key) = i == 0 ? 0 : -kInfinity;
  Matrix weights(5, n_key);
  const auto status = softmax_rows(scores, weights);

  std::vector<double> expected(scores.data(), scores.data() + scores.size());
  for (Index i = 0; i < 5; ++i) reference::softmax(expected.data() + i * n_key, n_key);
  EXPECT_TRUE(all_near(weights, expected, reduction_tolerance(n_key)));
  EXPECT_TRUE((weights.array() >= 0).all());
  for (Index i = 0; i < 5; ++i) {
    const bool none = n_key == 1 && i != 0;
    EXPECT_EQ(status[static_cast<std::size_t>(i)],
              none ? RowStatus::kNothingToAttend : RowStatus::kOk);
    EXPECT_NEAR(weights.row(i).cast<double>().sum(), none ? 0 : 1, 1e-6);
  }
}

// TEST-CASES 40
TEST_P(SoftmaxSizes, WorksInPlaceInsideALargerMatrix) {
  const Index n_key = GetParam();
  Random random(12);
  const Matrix scores = normal_matrix(4, n_key, 2, random);
  Matrix expected(4, n_key), larger = Matrix::Constant(6, n_key + 3, 77);
  softmax_rows(scores, expected);
  larger.block(1, 1, 4, n_key) = scores;
  softmax_rows(larger.block(1, 1, 4, n_key), larger.block(1, 1, 4, n_key));
  EXPECT_EQ(larger.block(1, 1, 4, n_key), expected);
  larger.block(1, 1, 4, n_key).setConstant(77);
  EXPECT_EQ(larger, Matrix::Constant(6, n_key + 3, 77));
}
INSTANTIATE_TEST_SUITE_P(Keys, SoftmaxSizes,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 512));

TEST(SoftmaxExponentials, MatchAHandComputedRow) {
  const float scores[] = {1, 3, -kInfinity, 2};
  float exponentials[4];
  const SoftmaxRow row = softmax_exponentials(scores, 4, exponentials);
  EXPECT_EQ(row.row_max, 3);
  EXPECT_TRUE(all_near(exponentials, 4, {std::exp(-2.0), 1, 0, std::exp(-1.0)}, 1e-7));
  EXPECT_NEAR(row.exponential_sum, 1 + std::exp(-1.0) + std::exp(-2.0), 1e-6);
}

TEST(SoftmaxExponentials, AreTheNumeratorsOfTheWeightsBitForBit) {
  Random random(13);
  const Matrix scores = normal_matrix(1, 37, 3, random);
  Matrix weights(1, 37), exponentials(1, 37);
  softmax_rows(scores, weights);
  const SoftmaxRow row = softmax_exponentials(scores.data(), 37, exponentials.data());
  for (Index j = 0; j < 37; ++j) EXPECT_EQ(weights(j), exponentials(j) / row.exponential_sum);
}

TEST(SoftmaxExponentials, AreZeroForARowWithNothingToAttend) {
  const float scores[] = {-kInfinity, -kInfinity};
  float exponentials[] = {5, 5};
  const SoftmaxRow row = softmax_exponentials(scores, 2, exponentials);
  EXPECT_EQ(row.status, RowStatus::kNothingToAttend);
  EXPECT_EQ(row.row_max, 0);
  EXPECT_EQ(row.exponential_sum, 0);
  EXPECT_EQ(exponentials[0] + exponentials[1], 0);
}

TEST(Softmax, ATemperatureDividesTheScores) {
  const std::vector<float> scores = {1, -2, 0.5f, -kInfinity};
  for (const float temperature : {0.25f, 3.0f}) {
    std::vector<double> expected;
    for (const float score : scores) expected.push_back(score / temperature);
    reference::softmax(expected.data(), 4);
    Matrix weights(1, 4);
    softmax_rows(ConstMatrixMap(scores.data(), 1, 4), weights, temperature);
    EXPECT_TRUE(all_near(weights, expected, 1e-6));
  }
}

// TEST-CASES 6
TEST(Softmax, ALowTemperatureDoesNotOverflow) {
  const Matrix scores = (Matrix(1, 3) << 1e38f, -3e38f, -kInfinity).finished();
  Matrix weights(1, 3);
  EXPECT_EQ(softmax_rows(scores, weights, 1e-20f)[0], RowStatus::kOk);
  EXPECT_EQ(weights, (Matrix(1, 3) << 1, 0, 0).finished());
}

// TEST-CASES 36
TEST(SoftmaxBackward, MatchesCentralDifferences) {
  Random random(14);
  const Matrix scores = normal_matrix(1, 6, 1, random), d_weights = normal_matrix(1, 6, 1, random);
  Matrix weights(1, 6), d_scores(1, 6);
  softmax_rows(scores, weights);
  softmax_backward(weights, d_weights, d_scores);
  const auto wide = [](const Matrix& m) {
    return std::vector<double>(m.data(), m.data() + m.size());
  };
  const reference::Values expected = reference::central_differences(
      [](const reference::Values& values) {
        std::vector<double> row = values.at("scores");
        reference::softmax(row.data(), 6);
        return row;
      },
      {{"scores", wide(scores)}}, wide(d_weights));
  EXPECT_TRUE(all_near(d_scores, expected.at("scores"), 1e-6));
}

// TEST-CASES 15, 21
TEST(SoftmaxBackward, AZeroWeightGetsAZeroGradientWhateverTheInput) {
  Matrix weights(3, 3), d_scores(3, 3);
  weights << 0.5f, 0, 0.5f, 0, 0, 0, 1, 0, 0;
  d_scores << 1, kNaN, 3, kNaN, kNaN, kInfinity, 7, kInfinity, -kInfinity;
  softmax_backward(weights, d_scores, d_scores);  // in place
  EXPECT_EQ(d_scores, (Matrix(3, 3) << -0.5f, 0, 0.5f, 0, 0, 0, 0, 0, 0).finished());
}

TEST(SoftmaxBackward, RefusesADifferentShape) {
  Matrix weights(2, 3), d_scores(2, 3), wrong(3, 2);
  EXPECT_EQ(refusal([&] { softmax_backward(weights, wrong, d_scores); }),
            "expected d_weights of shape [2, 3], got [3, 2]");
  EXPECT_EQ(refusal([&] { softmax_backward(weights, weights, wrong); }),
            "expected d_scores of shape [2, 3], got [3, 2]");
}

// TEST-CASES 43
TEST(Softmax, RefusesWeightsOfADifferentShape) {
  Matrix weights(3, 4);
  EXPECT_EQ(refusal([&] { softmax_rows(Matrix(Matrix::Zero(4, 3)), weights); }),
            "expected weights of shape [4, 3], got [3, 4]");
}

}  // namespace
}  // namespace attn
