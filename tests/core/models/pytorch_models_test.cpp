// Whole models against PyTorch: logits and the gradients of all parameters
// (golden/token_models.py).
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/model_cases.h"
#include "golden/token_models.h"
#include "models/token_model.h"

namespace attn {
namespace {

TokenModelConfig config_of(const std::string& name) {
  TokenModelConfig config;
  if (name == "goes_with") {
    config = goes_with();
    for (LayerConfig& layer : config.layers.layers) layer.attention.rotary.interleaved = true;
    return config;
  }
  config.embedding.vocab_size = 5;
  if (name == "decoder_only") {
    config.layers = {small_layer(2, Activation::kGelu, false), 2};
    config.tied_head = true;
  } else if (name == "vision") {
    config.architecture = Architecture::kVision;
    config.layers = {small_layer(2, Activation::kRelu, true), 2, true};
    config.embedding.vocab_size = 0;
    config.embedding.d_patch = 5;
    config.embedding.max_length = 4;
    config.embedding.positions = EmbeddingPositions::kLearned;
    config.embedding.class_token = true;
    config.readout = Readout::kFirst;
    config.num_labels = 3;
  } else {
    LayerConfig layer = small_layer(1, Activation::kRelu, true);
    layer.attention_only = true;
    config.architecture = Architecture::kEncoderDecoder;
    config.layers = {layer, 1, true};
    layer.attention.num_heads = 2;
    config.decoder = {layer, 1, true};
    config.embedding.scale_embedding = false;
    config.target = config.embedding;
    config.target.vocab_size = 6;
  }
  return config;
}

TokenModelParameters numbered(TokenModelParameters parameters) {
  Index p = 0;
  TokenModelParameters::for_each(parameters, [&](std::string_view name, auto& parameter) {
    if (parameter.size() == 0) return;
    for (Index i = 0; i < parameter.size(); ++i) {
      parameter.data()[i] = static_cast<float>((7 * i + 13 * p) % 23 - 11) / 16 +
                            (name.ends_with("gamma") ? 1.0f : 0.0f);
    }
    ++p;
  });
  return parameters;
}

ModelInputs inputs_of(const std::string& name) {
  ModelInputs inputs;
  if (name == "vision") {
    inputs.patches = Tensor({"batch", "patch", "d_patch"}, {2, 3, 5});
    for (Index i = 0; i < 30; ++i) {
      inputs.patches.data[static_cast<std::size_t>(i)] = static_cast<float>((3 * i) % 17 - 8) / 8;
    }
    return inputs;
  }
  inputs.ids = {2, 4, {0, 1, 2, 3, 4, 1, 1, 0}};
  inputs.key_padding = {1, 1, 1, 1, 1, 1, 1, 0};
  if (name == "encoder_decoder") inputs.target_ids = {2, 3, {5, 0, 3, 5, 2, 2}};
  return inputs;
}

constexpr double kTolerance = 2e-5;  // relative to max(1, |expected|)

TEST(PyTorchModels, LogitsAndGradientsOfEveryArchitecture) {
  ASSERT_EQ(golden::kTokenModels.size(), 4u);
  for (const golden::TokenModelNumbers& expected : golden::kTokenModels) {
    const std::string name = expected.name;
    const TokenModelConfig config = config_of(name);
    const TokenModel model(config, numbered(TokenModelParameters::random(config, 1)));
    const ModelInputs inputs = inputs_of(name);
    TokenModelTrace trace;
    trace.keep = Keep::kBackward;
    Tensor logits = model.forward(inputs, {}, &trace);
    EXPECT_TRUE(all_near(logits, expected.logits, kTolerance)) << name;
    Tensor d_logits = logits;
    for (Index i = 0; i < d_logits.size(); ++i) {
      d_logits.data[static_cast<std::size_t>(i)] = static_cast<float>((5 * i) % 13 - 6) / 8;
    }
    const TokenModelGradients got = model.backward(inputs, {}, trace, d_logits);
    std::size_t compared = 0;
    TokenModelParameters::for_each(got.parameters, [&](std::string_view of, const auto& d) {
      if (d.size() == 0) return;
      const auto found = expected.gradients.find(std::string(of));
      ASSERT_NE(found, expected.gradients.end()) << of;
      EXPECT_TRUE(all_near(d.data(), static_cast<std::size_t>(d.size()), found->second, kTolerance))
          << name << " d_" << of;
      ++compared;
    });
    EXPECT_EQ(compared, expected.gradients.size()) << name;
  }
}

}  // namespace
}  // namespace attn
