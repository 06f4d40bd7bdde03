#include "training/entropy_penalty.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "golden/losses.h"
#include "support/central_difference.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

Tensor golden_weights() {
  return Tensor({"batch", "head", "query", "key"},
                {losses::kBatch, losses::kHeads, losses::kQueries, losses::kKeys},
                losses::kWeights);
}

TEST(MeanRowEntropy, MatchesPyTorch) {
  Tensor d_weights;
  const double value = mean_row_entropy(golden_weights(), losses::kCounted, 0.5, d_weights);
  EXPECT_NEAR(value, losses::kEntropy, 1e-6);
  std::vector<double> expected = losses::kDWeights;
  for (double& each : expected) each *= 0.5;
  EXPECT_TRUE(all_near(d_weights, expected, 1e-7));
}

// TEST-CASES 36
TEST(MeanRowEntropy, ItsGradientMatchesCentralDifferences) {
  Tensor weights = golden_weights(), d_weights;
  for (float& w : weights.data) w += 0.25f;  // the masked weights too
  const double value = mean_row_entropy(weights, {}, 1, d_weights);
  const auto reference = [](const reference::Values& values) {
    double sum = 0;
    for (const double w : values.at("weights")) sum -= w * std::log(w);
    return std::vector<double>{sum / (losses::kBatch * losses::kHeads * losses::kQueries)};
  };
  const reference::Values values{{"weights", {weights.data.begin(), weights.data.end()}}};
  EXPECT_NEAR(value, reference(values).front(), 1e-6);
  EXPECT_TRUE(all_near(d_weights,
                       reference::central_differences(reference, values, {1}).at("weights"), 1e-6));
}

TEST(MeanRowEntropy, OfEvenWeightsIsTheLogarithmOfTheirNumber) {
  Tensor weights({"batch", "head", "query", "key"}, {1, 1, 2, 4}), d_weights;
  weights.data = {0.25f, 0.25f, 0.25f, 0.25f, 0, 1, 0, 0};
  EXPECT_NEAR(mean_row_entropy(weights, {}, 1, d_weights), std::log(4) / 2, 1e-7);
  EXPECT_EQ(mean_row_entropy(weights, {0, 1}, 1, d_weights), 0);
  EXPECT_EQ(d_weights.data, (std::vector<float>{0, 0, 0, 0, 0, -1, 0, 0}));
  EXPECT_EQ(mean_row_entropy(weights, {0, 0}, 1, d_weights), 0);
}

TEST(MeanRowEntropy, TheGradientOfANaNWeightIsNaN) {
  Tensor weights({"batch", "head", "query", "key"}, {1, 1, 2, 2}, {kNaN, 0, 0.5f, 0.5f}), d_weights;
  EXPECT_TRUE(std::isnan(mean_row_entropy(weights, {}, 1, d_weights)));
  EXPECT_TRUE(std::isnan(d_weights.data[0]));
  EXPECT_EQ(d_weights.data[1], 0);
  EXPECT_NEAR(d_weights.data[2], (std::log(2) - 1) / 2, 1e-6);  // of the mean over two rows
}

TEST(MeanRowEntropy, RefusesWhatDoesNotFit) {
  Tensor d_weights;
  EXPECT_EQ(refusal([&] { mean_row_entropy(Tensor({"key"}, {2}), {}, 1, d_weights); }),
            "expected weights of shape [batch, head, query, key], got [key 2]");
  EXPECT_EQ(refusal([&] { mean_row_entropy(golden_weights(), {1}, 1, d_weights); }),
            "expected a flag for each of 6 queries, got 1");
}

}  // namespace
}  // namespace attn
