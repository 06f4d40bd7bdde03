#include "training/cross_entropy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "golden/losses.h"
#include "support/central_difference.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// The definition in double, term by term.
double reference_cross_entropy(const std::vector<double>& logits, const std::vector<Index>& labels,
                               const std::vector<float>& weights, double label_smoothing) {
  const std::size_t classes = logits.size() / labels.size();
  double loss = 0, weight_sum = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    if (labels[row] < 0) continue;
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c) sum += std::exp(logits[row * classes + c]);
    const double weight = weights.empty() ? 1 : double{weights[row]};
    weight_sum += weight;
    for (std::size_t c = 0; c < classes; ++c) {
      double target = label_smoothing / static_cast<double>(classes);
      if (c == static_cast<std::size_t>(labels[row])) target += 1 - label_smoothing;
      loss -= weight * target * std::log(std::exp(logits[row * classes + c]) / sum);
    }
  }
  return loss / weight_sum;
}

TEST(CrossEntropy, MatchesPyTorch) {
  const Tensor logits({"row", "class"}, {losses::kRows, losses::kClasses}, losses::kLogits);
  Tensor d_logits;
  for (const losses::CrossEntropy& golden : losses::kCrossEntropies) {
    const CrossEntropyOptions options{golden.weights, golden.label_smoothing};
    EXPECT_NEAR(cross_entropy(logits, losses::kLabels, options, d_logits), golden.loss, 1e-6);
    EXPECT_TRUE(all_near(d_logits, golden.d_logits, 1e-7));
    EXPECT_EQ(d_logits.axes, logits.axes);
  }
}

// TEST-CASES 36
TEST(CrossEntropy, ItsGradientMatchesCentralDifferences) {
  const Tensor logits = random_sequence(2, 3, 7, 1);
  const std::vector<Index> labels = {6, 0, kIgnored, 3, 3, 1};
  const CrossEntropyOptions options{{1, 0.5f, 1, 2, 0, 1}, 0.1};
  Tensor d_logits;
  const double loss = cross_entropy(logits, labels, options, d_logits);
  const std::vector<double> x(logits.data.begin(), logits.data.end());
  const auto reference = [&](const reference::Values& values) {
    return std::vector<double>{reference_cross_entropy(values.at("logits"), labels, options.weights,
                                                       options.label_smoothing)};
  };
  EXPECT_NEAR(loss, reference({{"logits", x}}).front(), 1e-6);
  EXPECT_TRUE(all_near(d_logits,
                       reference::central_differences(reference, {{"logits", x}}, {1}).at("logits"),
                       1e-6));
}

// TEST-CASES 6
TEST(CrossEntropy, LargeLogitsDoNotOverflow) {
  const Tensor logits({"row", "class"}, {2, 2}, {3e38f, -3e38f, -1000, 0});
  Tensor d_logits;
  EXPECT_EQ(cross_entropy(logits, {0, 0}, {}, d_logits), 500);
  EXPECT_EQ(d_logits.data, (std::vector<float>{0, 0, -0.5f, 0.5f}));
}

TEST(CrossEntropy, AnIgnoredRowIsNotRead) {
  const Tensor logits({"row", "class"}, {3, 2}, {kNaN, 1, 0, 0, kNaN, kInfinity});
  Tensor d_logits;
  EXPECT_NEAR(cross_entropy(logits, {kIgnored, 1, 0}, {{1, 1, 0}}, d_logits), std::log(2), 1e-7);
  EXPECT_EQ(d_logits.data, (std::vector<float>{0, 0, 0.5f, -0.5f, 0, 0}));
  EXPECT_EQ(cross_entropy(logits, {kIgnored, kIgnored, kIgnored}, {}, d_logits), 0);
  EXPECT_EQ(d_logits.data, std::vector<float>(6, 0));
}

TEST(CrossEntropy, OfALogitThatIsNotFiniteIsNaN) {
  const Tensor logits({"row", "class"}, {2, 2}, {kNaN, 1, 0, 0});
  Tensor d_logits;
  EXPECT_TRUE(std::isnan(cross_entropy(logits, {0, 1}, {}, d_logits)));
  EXPECT_TRUE(std::isnan(d_logits.data[0]));
}

TEST(CrossEntropy, RefusesWhatDoesNotFit) {
  const Tensor logits({"row", "class"}, {2, 3});
  Tensor d_logits;
  const auto refused = [&](std::vector<Index> labels, const CrossEntropyOptions& options) {
    return refusal([&] { cross_entropy(logits, labels, options, d_logits); });
  };
  EXPECT_EQ(refused({0}, {}),
            "expected one label for each row of the logits [row 2, class 3], got 1");
  EXPECT_EQ(refused({0, 3}, {}), "expected labels from -1 (ignored) to 2, got 3");
  EXPECT_EQ(refused({0, -2}, {}), "expected labels from -1 (ignored) to 2, got -2");
  EXPECT_EQ(refused({0, 1}, {{1}}), "expected one weight for each of 2 labels, got 1");
  EXPECT_EQ(refused({0, 1}, {{1, -1}}), "expected finite weights of at least 0, got -1");
  EXPECT_EQ(refused({0, 1}, {{}, 1}),
            "expected a label_smoothing of at least 0 and below 1, got 1");
  EXPECT_EQ(refusal([&] { cross_entropy(Tensor::scalar(1), {0}, {}, d_logits); }),
            "expected one label for each row of the logits [], got 1");
}

}  // namespace
}  // namespace attn
