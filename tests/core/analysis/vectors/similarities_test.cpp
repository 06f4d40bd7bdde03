#include "analysis/vectors/similarities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/models/model_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

TokenModel model_reading(Readout readout) {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers = {small_layer(2, Activation::kGelu, true), 2, true};
  config.embedding.vocab_size = 5;
  config.readout = readout;
  const TokenModelConfig resolved = config.resolved();
  return TokenModel(resolved, stirred(TokenModelParameters::random(resolved, 1), 2));
}

// Texts of 4, 2 and 1 tokens.
const ModelInputs kTexts{.ids = {3, 4, {3, 0, 1, 4, 2, 2, 0, 0, 1, 0, 0, 0}},
                         .key_padding = {1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0}};
const std::vector<TokenIds> kAlone = {{1, 4, {3, 0, 1, 4}}, {1, 2, {2, 2}}, {1, 1, {1}}};

// The vectors of texts read alone, in double precision: [text][d_model].
std::vector<std::vector<double>> pooled_alone(const TokenModel& model,
                                              const std::vector<Intervention>& changes = {}) {
  std::vector<std::vector<double>> vectors;
  for (const TokenIds& ids : kAlone) {
    PassOptions options;
    options.hooks = TraceHooks(changes);
    TokenModelTrace trace;
    model.forward({.ids = ids}, options, &trace);
    vectors.emplace_back(trace.pooled.data.begin(), trace.pooled.data.end());
  }
  return vectors;
}

double plain_cosine(const std::vector<double>& x, const std::vector<double>& y) {
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xy += x[k] * y[k];
    xx += x[k] * x[k];
    yy += y[k] * y[k];
  }
  return xy / std::sqrt(xx * yy);
}

TEST(Similarities, AreTheCosinesOfTextsComputedOneByOne) {
  const TokenModel model = model_reading(Readout::kMean);
  std::vector<double> expected;
  for (const auto& x : pooled_alone(model)) {
    for (const auto& y : pooled_alone(model)) expected.push_back(plain_cosine(x, y));
  }
  const Tensor got = similarities(model, kTexts);
  EXPECT_EQ(got.shape_text(), "[text 3, other_text 3]");
  EXPECT_TRUE(all_near(got, expected, 1e-6));
}

TEST(Similarities, FollowAnIntervention) {
  const TokenModel model = model_reading(Readout::kMean);
  const Intervention turned{"", "pooled", {2, 0}, {1, 0, 0, 0}};
  const Intervention against{"", "pooled", {1, 0}, {-2, 0, 0, 0}};
  const Tensor got = similarities(model, kTexts, {turned, against});
  EXPECT_EQ(got.matrix()(1, 2), -1);
  EXPECT_EQ(got.matrix()(2, 1), -1);
}

TEST(TextVectors, AreNormalizedMeansOfTextsComputedOneByOne) {
  const TokenModel model = model_reading(Readout::kMean);
  std::vector<double> expected;
  for (const TokenIds& ids : kAlone) {
    TokenModelTrace trace;
    trace.keep = Keep::kTrace;
    model.forward({.ids = ids}, {}, &trace);
    const Tensor& output = trace.layers.output;
    const Index n = ids.n, width = output.shape[2];
    std::vector<double> mean(static_cast<std::size_t>(width));
    double squares = 0;
    for (Index k = 0; k < width; ++k) {
      double sum = 0;
      for (Index i = 0; i < n; ++i) sum += double{output.matrix(0)(i, k)};
      mean[static_cast<std::size_t>(k)] = sum / static_cast<double>(n);
      squares += sum / static_cast<double>(n) * sum / static_cast<double>(n);
    }
    for (const double each : mean) expected.push_back(each / std::sqrt(squares));
  }
  const Tensor got = text_vectors(model, kTexts);
  EXPECT_EQ(got.shape_text(), "[text 3, d_model 4]");
  EXPECT_TRUE(all_near(got, expected, 1e-6));
}

TEST(TextVectors, AreZeroForZeroVectors) {
  const Tensor vectors = text_vectors(Tensor({"batch", "query", "d_model"}, {1, 1, 3}));
  EXPECT_EQ(vectors.data, std::vector<float>(3));
}

TEST(SimilarityChange, IsTheDifferenceOfThePlainCosines) {
  const TokenModel model = model_reading(Readout::kMean);
  const std::vector<Intervention> changes = {Intervention::head_off("layers.0.attention", 1),
                                             Intervention::head_off("layers.1.attention", 0)};
  const auto before = pooled_alone(model), after = pooled_alone(model, changes);
  const SimilarityChange got = similarity_change(model, kTexts, changes);
  std::vector<double> expected_before, expected_after, expected_change;
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      expected_before.push_back(plain_cosine(before[i], before[j]));
      expected_after.push_back(plain_cosine(after[i], after[j]));
      expected_change.push_back(expected_after.back() - expected_before.back());
      largest = std::max(largest, std::abs(expected_change.back()));
    }
  }
  EXPECT_GT(largest, 1e-3);
  for (const Tensor* each : {&got.before, &got.after, &got.change}) {
    EXPECT_EQ(each->shape_text(), "[text 3, other_text 3]");
  }
  EXPECT_TRUE(all_near(got.before, expected_before, 1e-6));
  EXPECT_TRUE(all_near(got.after, expected_after, 1e-6));
  EXPECT_TRUE(all_near(got.change, expected_change, 2e-6));
}

TEST(SimilarityChange, IsZeroWithoutInterventions) {
  const SimilarityChange got = similarity_change(model_reading(Readout::kMean), kTexts, {});
  EXPECT_EQ(got.change.data, std::vector<float>(9));
}

TEST(Similarities, NeedAModelThatReturnsOneVectorPerText) {
  const std::string needed =
      "expected a model with one vector per input, got one with readout \"every_place\"";
  EXPECT_EQ(refusal([] { similarities(model_reading(Readout::kEveryPosition), kTexts); }), needed);
  EXPECT_EQ(refusal([] { text_vectors(model_reading(Readout::kEveryPosition), kTexts); }), needed);
}

}  // namespace
}  // namespace attn
