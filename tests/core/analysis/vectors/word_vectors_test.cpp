#include "analysis/vectors/word_vectors.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/models/model_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Two layers and a final norm, without an output head.
TokenModelConfig config_with(bool final_norm) {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers = {small_layer(2, Activation::kGelu, true), 2, final_norm};
  config.embedding.vocab_size = 5;
  return config.resolved();
}
TokenModel model_with(bool final_norm) {
  const TokenModelConfig config = config_with(final_norm);
  return TokenModel(config, stirred(TokenModelParameters::random(config, 1), 2));
}
const ModelInputs kSentence{.ids = {1, 4, {3, 0, 1, 4}}};

TEST(WordVectors, AreTheMeansOfTheTokensInEveryLayer) {
  for (const bool final_norm : {false, true}) {
    const TokenModel model = model_with(final_norm);
    TokenModelTrace trace;
    model.forward(kSentence, {}, &trace);
    const Tensor got = word_vectors({{2}, {3, 1}}, model, kSentence);
    EXPECT_EQ(got.shape_text(), "[word 2, layer 3, d_model 4]");
    const Tensor* layers[] = {&trace.embedding.embedded, &trace.layers.layers[0].output,
                              &trace.layers.output};
    std::vector<double> expected;
    for (const Tensor* layer : layers) {
      for (Index k = 0; k < 4; ++k) expected.push_back(layer->matrix()(2, k));
    }
    for (const Tensor* layer : layers) {
      for (Index k = 0; k < 4; ++k) {
        expected.push_back((double{layer->matrix()(1, k)} + double{layer->matrix()(3, k)}) / 2);
      }
    }
    EXPECT_TRUE(all_near(got, expected, 1e-6));
  }
}

TEST(WordVectors, FollowAnIntervention) {
  const TokenModel model = model_with(false);
  const Intervention replaced{"layers.0", "output", {0, 2}, {1, 2, 3, 4}};
  const Tensor plain = word_vectors({{2}}, model, kSentence);
  const Tensor got = word_vectors({{2}}, model, kSentence, {replaced});
  EXPECT_EQ(got.matrix().row(0), plain.matrix().row(0));
  EXPECT_EQ(got.matrix().row(1), (RowVector(4) << 1, 2, 3, 4).finished());
  EXPECT_NE(got.matrix().row(2), plain.matrix().row(2));
}

TEST(WordVectors, RefusalsSayWhatIsExpected) {
  const TokenModel model = model_with(false);
  const auto refused = [&](const std::vector<std::vector<Index>>& words,
                           const ModelInputs& inputs) {
    return refusal([&] { word_vectors(words, model, inputs); });
  };
  EXPECT_EQ(refused({{0}, {}}, kSentence), "expected at least one token for word 1, got none");
  EXPECT_EQ(refused({{4}}, kSentence), "expected position of at least 0 and below 4, got 4");
  EXPECT_EQ(refused({{-1}}, kSentence), "expected position of at least 0 and below 4, got -1");
  EXPECT_EQ(refused({{0}}, {.ids = {2, 2, {3, 0, 1, 4}}}), "expected one sentence, got 2");
  const ModelCase translation = model_cases().back();
  const TokenModelConfig config = translation.config.resolved();
  const TokenModel two_stacks(config, TokenModelParameters::random(config, 1));
  EXPECT_EQ(refusal([&] { word_vectors({{0}}, two_stacks, translation.inputs); }),
            "expected a model with one stack, to follow words through its layers, got an "
            "encoder-decoder");
}

}  // namespace
}  // namespace attn
