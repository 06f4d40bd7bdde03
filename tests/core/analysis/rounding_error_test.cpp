#include "analysis/rounding_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/finite.h"
#include "core/models/model_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

const Index kBatch = 2, kLength = 4;

TokenModelConfig config() {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers = {small_layer(2, Activation::kGelu, false), 2};
  config.embedding.vocab_size = 5;
  return config;
}

TEST(RoundingError, EqualsPlainLoopsThatSkipPaddedRows) {
  const TokenModelConfig c = config();
  const TokenModelParameters parameters = stirred(TokenModelParameters::random(c, 1), 2);
  const TokenModel exact(c, parameters);
  // The parameters differ so much that some rows have another largest key.
  const TokenModel other(c, stirred(parameters, 3));
  const ModelInputs inputs{.ids = {kBatch, kLength, {0, 1, 2, 3, 4, 1, 1, 0}},
                           .key_padding = {1, 1, 1, 1, 1, 1, 1, 0}};
  TokenModelTrace a, b;
  exact.forward(inputs, {}, &a);
  other.forward(inputs, {}, &b);
  double largest = 0, sum = 0, others = 0, rows = 0, least = 1;
  for (Index item = 0; item < kBatch; ++item) {
    std::vector<double> x, y;
    for (Index query = 0; query < (item == 0 ? 4 : 3); ++query) {
      for (std::size_t layer = 0; layer < 2; ++layer) {
        const Tensor& w = a.layers.layers[layer].attention.weights;
        const Tensor& v = b.layers.layers[layer].attention.weights;
        const Index heads = w.shape[1];
        for (Index head = 0; head < heads; ++head) {
          double row = 0;
          int best_w = 0, best_v = 0;
          const auto at = static_cast<std::size_t>(((item * heads + head) * 4 + query) * 4);
          for (int key = 0; key < 4; ++key) {
            const auto k = static_cast<std::size_t>(key);
            row = std::max(row, std::abs(double{w.data[at + k]} - double{v.data[at + k]}));
            if (w.data[at + k] > w.data[at + static_cast<std::size_t>(best_w)]) best_w = key;
            if (v.data[at + k] > v.data[at + static_cast<std::size_t>(best_v)]) best_v = key;
          }
          largest = std::max(largest, row);
          sum += row;
          others += best_w != best_v ? 1 : 0;
          ++rows;
        }
      }
      const Index d = a.layers.output.shape[2];
      x.resize(static_cast<std::size_t>(d));
      y.resize(static_cast<std::size_t>(d));
      for (Index j = 0; j < d; ++j) {
        const auto at = static_cast<std::size_t>((item * 4 + query) * d + j);
        x[static_cast<std::size_t>(j)] += double{a.layers.output.data[at]};
        y[static_cast<std::size_t>(j)] += double{b.layers.output.data[at]};
      }
    }
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      xy += x[j] * y[j];
      xx += x[j] * x[j];
      yy += y[j] * y[j];
    }
    least = std::min(least, xy / std::sqrt(xx * yy));
  }
  EXPECT_GT(others, 0);
  const RoundingError error = rounding_error(exact, other, inputs);
  EXPECT_NEAR(error.largest_difference, largest, 1e-12);
  EXPECT_NEAR(error.mean_difference, sum / rows, 1e-12);
  EXPECT_NEAR(error.other_key, others / rows, 1e-12);
  EXPECT_NEAR(error.least_cosine, least, 1e-12);
}

TEST(RoundingError, IsZeroForTheSameModelAndSmallForInt8) {
  const TokenModelConfig c = config();
  const TokenModel exact(c, stirred(TokenModelParameters::random(c, 1), 2));
  const ModelInputs inputs{.ids = {1, 5, {0, 1, 2, 3, 4}}};
  const RoundingError none = rounding_error(exact, exact, inputs);
  EXPECT_EQ(none.largest_difference, 0);
  EXPECT_EQ(none.mean_difference, 0);
  EXPECT_EQ(none.other_key, 0);
  EXPECT_NEAR(none.least_cosine, 1, 1e-12);
  TokenModel rounded = exact;
  rounded.pack_as(ParameterForm::kInt8);
  const RoundingError small = rounding_error(exact, rounded, inputs);
  EXPECT_GT(small.largest_difference, 0);
  EXPECT_LT(small.largest_difference, 0.05);
  EXPECT_GT(small.least_cosine, 0.999);
}

TEST(RoundingError, IsNaNIfTheRoundedModelIs) {
  const TokenModelConfig c = config();
  TokenModelParameters parameters = stirred(TokenModelParameters::random(c, 1), 2);
  const TokenModel exact(c, parameters);
  // Only token 3 has a NaN: the rows of the first item come before and after it.
  parameters.embedding.embedding(3, 0) = kNaN;
  const TokenModel broken(c, parameters);
  const ModelInputs inputs{.ids = {3, 2, {0, 1, 3, 1, 2, 0}}};
  const RoundingError error = rounding_error(exact, broken, inputs);
  EXPECT_TRUE(std::isnan(error.largest_difference)) << error.largest_difference;
  EXPECT_TRUE(std::isnan(error.mean_difference)) << error.mean_difference;
  EXPECT_TRUE(std::isnan(error.other_key)) << error.other_key;
  EXPECT_TRUE(std::isnan(error.least_cosine)) << error.least_cosine;
}

TEST(RoundingError, LeavesOutItemsOfPaddingOnly) {
  const TokenModelConfig c = config();
  const TokenModelParameters parameters = stirred(TokenModelParameters::random(c, 1), 2);
  const TokenModel exact(c, parameters), other(c, stirred(parameters, 3));
  const RoundingError got =
      rounding_error(exact, other, {.ids = {2, 2, {0, 1, 2, 3}}, .key_padding = {1, 1, 0, 0}});
  const RoundingError expected = rounding_error(exact, other, {.ids = {1, 2, {0, 1}}});
  EXPECT_NEAR(got.largest_difference, expected.largest_difference, 1e-6);
  EXPECT_NEAR(got.mean_difference, expected.mean_difference, 1e-6);
  EXPECT_EQ(got.other_key, expected.other_key);
  EXPECT_NEAR(got.least_cosine, expected.least_cosine, 1e-6);
  const RoundingError none =
      rounding_error(exact, other, {.ids = {1, 2, {0, 1}}, .key_padding = {0, 0}});
  EXPECT_EQ(none.mean_difference, 0);
  EXPECT_EQ(none.other_key, 0);
  EXPECT_EQ(none.least_cosine, 1);
}

// A padded patch changes nothing: the errors are those of the images without it.
TEST(RoundingError, LeavesOutPaddedPatchesOfAVisionModel) {
  TokenModelConfig c = config();
  c.architecture = Architecture::kVision;
  c.embedding = {};
  c.embedding.d_patch = 3;
  c.embedding.class_token = true;
  c.num_labels = 2;
  const TokenModelParameters parameters = stirred(TokenModelParameters::random(c, 1), 2);
  const TokenModel exact(c, parameters), other(c, stirred(parameters, 3));
  ModelInputs padded, without;
  padded.patches = random_tensor({"batch", "patch", "d_patch"}, {2, 4, 3}, 4);
  padded.key_padding = {1, 1, 1, 0, 1, 1, 1, 0};
  without.patches = Tensor({"batch", "patch", "d_patch"}, {2, 3, 3});
  for (Index item = 0; item < 2; ++item) {
    without.patches.matrix(item) = padded.patches.matrix(item).topRows(3);
  }
  const RoundingError got = rounding_error(exact, other, padded);
  const RoundingError expected = rounding_error(exact, other, without);
  EXPECT_GT(expected.largest_difference, 0.001);
  EXPECT_NEAR(got.largest_difference, expected.largest_difference, 1e-6);
  EXPECT_NEAR(got.mean_difference, expected.mean_difference, 1e-6);
  EXPECT_EQ(got.other_key, expected.other_key);
  EXPECT_NEAR(got.least_cosine, expected.least_cosine, 1e-6);
}

TEST(RoundingError, RefusesModelsOfAnotherShape) {
  const TokenModelConfig c = config();
  TokenModelConfig wide = c;
  wide.layers = {small_layer(1, Activation::kGelu, false), 2};
  const TokenModel exact(c, TokenModelParameters::random(c, 1));
  const TokenModel other(wide, TokenModelParameters::random(wide, 1));
  const ModelInputs inputs{.ids = {1, 2, {0, 1}}};
  const std::string message = refusal([&] { rounding_error(exact, other, inputs); });
  EXPECT_TRUE(contains(message, "the rounded model's"));

  TokenModelConfig deep = c;
  deep.layers.num_layers = 3;
  const TokenModel third(deep, TokenModelParameters::random(deep, 1));
  EXPECT_EQ(refusal([&] { rounding_error(exact, third, inputs); }),
            "expected a rounded model of 2 layers, as the exact one, got 3");
}

}  // namespace
}  // namespace attn
