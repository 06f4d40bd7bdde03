#include "analysis/similarities.h"

#include <gtest/gtest.h>

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
                         .keep = {1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0}};
const std::vector<TokenIds> kAlone = {{1, 4, {3, 0, 1, 4}}, {1, 2, {2, 2}}, {1, 1, {1}}};

TEST(Similarities, AreTheCosinesOfTextsReadAlone) {
  const TokenModel model = model_reading(Readout::kMean);
  std::vector<Tensor> vectors;
  for (const TokenIds& ids : kAlone) {
    TokenModelTrace trace;
    model.forward({.ids = ids}, {}, &trace);
    vectors.push_back(trace.pooled);
  }
  const auto dot = [](const Tensor& x, const Tensor& y) {
    double sum = 0;
    for (std::size_t k = 0; k < x.data.size(); ++k) sum += double{x.data[k]} * double{y.data[k]};
    return sum;
  };
  std::vector<double> expected;
  for (const Tensor& x : vectors) {
    for (const Tensor& y : vectors)
      expected.push_back(dot(x, y) / std::sqrt(dot(x, x) * dot(y, y)));
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

TEST(Similarities, NeedAModelThatReadsOneVectorOfEachText) {
  EXPECT_EQ(refusal([] { similarities(model_reading(Readout::kEveryPlace), kTexts); }),
            "expected a field of this model, got \"similarities\"");
}

}  // namespace
}  // namespace attn
