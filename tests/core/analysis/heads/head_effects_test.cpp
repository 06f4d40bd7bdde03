#include "analysis/heads/head_effects.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/finite.h"
#include "core/models/model_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

constexpr Index kLayers = 2, kHeads = 2;

TokenModel small_model() {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers = {small_layer(kHeads, Activation::kGelu, true), kLayers, true};
  config.embedding.vocab_size = 5;
  config.readout = Readout::kMean;
  const TokenModelConfig resolved = config.resolved();
  return TokenModel(resolved, stirred(TokenModelParameters::random(resolved, 1), 2));
}

// Texts of 4 and 2 tokens.
const ModelInputs kTexts{.ids = {2, 4, {3, 0, 1, 4, 2, 2, 0, 0}},
                         .key_padding = {1, 1, 1, 1, 1, 1, 0, 0}};

// The cosine of both texts, each processed alone, in double precision.
double plain_similarity(const TokenModel& model, const std::vector<Intervention>& changes) {
  std::vector<std::vector<float>> vectors;
  for (const TokenIds& ids : {TokenIds{1, 4, {3, 0, 1, 4}}, TokenIds{1, 2, {2, 2}}}) {
    PassOptions options;
    options.hooks = TraceHooks(changes);
    TokenModelTrace trace;
    model.forward({.ids = ids}, options, &trace);
    vectors.push_back(trace.pooled.data);
  }
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t k = 0; k < vectors[0].size(); ++k) {
    const double x = double{vectors[0][k]}, y = double{vectors[1][k]};
    xy += x * y;
    xx += x * x;
    yy += y * y;
  }
  return xy / std::sqrt(xx * yy);
}

// Sets the weighted values of one head to 0, in addition to what is off already.
Intervention off(Index layer, Index head) {
  return {"layers." + std::to_string(layer) + ".attention", "context", {-1, head}, {0}};
}

TEST(SimilaritiesWithoutHeads, EqualPassesWithOneHeadSwitchedOff) {
  const TokenModel model = small_model();
  for (Index layer = 0; layer < kLayers; ++layer) {
    std::vector<double> expected;
    for (Index head = 0; head < kHeads; ++head) {
      expected.push_back(plain_similarity(model, {off(layer, head)}));
    }
    const Tensor got = similarities_without_heads(layer, model, kTexts);
    EXPECT_EQ(got.shape_text(), "[head 2]");
    EXPECT_TRUE(all_near(got, expected, 1e-6));
    EXPECT_NE(got.data[0], got.data[1]);
  }
}

TEST(SimilaritiesWithoutHeads, KeepOtherInterventions) {
  const TokenModel model = small_model();
  const std::vector<Intervention> off_anyway = {off(0, 1)};
  const Tensor got = similarities_without_heads(1, model, kTexts, off_anyway);
  const std::vector<double> expected = {plain_similarity(model, {off(0, 1), off(1, 0)}),
                                        plain_similarity(model, {off(0, 1), off(1, 1)})};
  EXPECT_TRUE(all_near(got, expected, 1e-6));
  const Tensor twice = similarities_without_heads(0, model, kTexts, off_anyway);
  EXPECT_NEAR(double{twice.data[1]}, plain_similarity(model, off_anyway), 1e-6);
}

TEST(HeadEffects, AreDifferencesOrderedByMagnitude) {
  const Tensor without({"layer", "head"}, {2, 3}, {0.5f, 0.25f, 0.75f, 0.5f, -0.5f, 1.f});
  const HeadEffects got = head_effects(0.5f, without);
  EXPECT_EQ(got.changes.shape_text(), "[layer 2, head 3]");
  EXPECT_EQ(got.changes.data, (std::vector<float>{0, -0.25f, 0.25f, 0, -1, 0.5f}));
  // Changes of equal size are ordered by head number, whatever their sign.
  EXPECT_EQ(got.order, (std::vector<Index>{4, 5, 1, 2, 0, 3}));
}

// The finite changes keep their order, wherever a NaN is.
TEST(HeadEffects, OrderNaNAfterAllNumbers) {
  const Tensor without({"layer", "head"}, {2, 4}, {1, kNaN, 3, kNaN, 0, -2, kNaN, 4});
  const HeadEffects got = head_effects(0, without);
  EXPECT_EQ(got.order, (std::vector<Index>{7, 2, 5, 0, 4, 1, 3, 6}));
  EXPECT_EQ(head_effects(kNaN, without).order, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(HeadEffects, HaveTheMeansOfNamedAndOfUnnamedHeads) {
  const Tensor without({"layer", "head"}, {2, 3}, {0.5f, 0.25f, 0.75f, 0.5f, -0.5f, 1.f});
  const HeadEffects got = head_effects(0.5f, without, {1, 4});
  EXPECT_EQ(got.named_mean, 0.625f);     // mean of 0.25 and 1
  EXPECT_EQ(got.unnamed_mean, 0.1875f);  // mean of 0.25, 0, 0 and 0.5
  const HeadEffects none = head_effects(0.5f, without);
  EXPECT_TRUE(std::isnan(none.named_mean));
  EXPECT_NEAR(none.unnamed_mean, 2.0 / 6, 1e-7);
}

TEST(HeadEffects, RefusalsSayWhatIsExpected) {
  const TokenModel model = small_model();
  EXPECT_EQ(refusal([&] { similarities_without_heads(2, model, kTexts); }),
            "expected layer of at least 0 and below 2, got 2");
  EXPECT_EQ(refusal([&] { similarities_without_heads(-1, model, kTexts); }),
            "expected layer of at least 0 and below 2, got -1");
  const ModelInputs one{.ids = {1, 2, {1, 2}}};
  EXPECT_EQ(refusal([&] { similarities_without_heads(0, model, one); }),
            "expected at least two texts, got 1");
  TokenModelConfig vision;
  vision.architecture = Architecture::kVision;
  vision.layers = {small_layer(kHeads, Activation::kGelu, true), 1, true};
  vision.embedding.d_patch = 5;
  vision.readout = Readout::kMean;
  vision.num_labels = 2;
  const TokenModel of_images(vision, TokenModelParameters::random(vision.resolved(), 1));
  const auto images = [](Index batch) {
    ModelInputs inputs;
    inputs.patches = random_tensor({"batch", "patch", "d_patch"}, {batch, 3, 5}, 4);
    return inputs;
  };
  EXPECT_EQ(similarities_without_heads(0, of_images, images(2)).size(), kHeads);
  EXPECT_EQ(refusal([&] { similarities_without_heads(0, of_images, images(1)); }),
            "expected at least two texts, got 1");
  EXPECT_EQ(refusal([] { head_effects(0, Tensor({"head"}, {3})); }),
            "expected similarities of shape [layer, head], got [head 3]");
  EXPECT_EQ(refusal([] { head_effects(0, Tensor({"layer", "head"}, {1, 3}), {3}); }),
            "expected head of at least 0 and below 3, got 3");
}

}  // namespace
}  // namespace attn
