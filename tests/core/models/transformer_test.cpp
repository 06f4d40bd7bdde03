#include "models/transformer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/layers/layer_cases.h"
#include "layers/sequence.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;
using reference::widen;

constexpr Index kSource = 4, kTarget = 3;

class TransformerCases : public LayerTest {};
// Only three of the cases, because central differences need two passes for each parameter.
// encoder_decoder_test.cpp runs every case.
INSTANTIATE_TEST_SUITE_P(Layers, TransformerCases,
                         testing::Values(layer_cases()[1], layer_cases()[2], layer_cases()[3]),
                         name_of_case());

// TEST-CASES 36: output and gradients of both stacks together, with final norms
TEST_P(TransformerCases, ATransformerMatchesReference) {
  const TransformerConfig config = TransformerConfig::of(GetParam().config, 1, 2).resolved();
  const auto parameters = stirred(TransformerParameters::random(config, 1), 2);
  const Transformer transformer(config, parameters);
  const Tensor source = sequence(kSource, 3), target = sequence(kTarget, 5);
  const Tensor d_output = sequence(kTarget, 4);
  Values values = {{"source", widen(source)}, {"target", widen(target)}};
  const Index batch = GetParam().batch;
  const LayerMask source_mask = layer_mask(GetParam().mask, batch, num_heads(), kSource, kSource,
                                           "source_score_bias", values);
  const LayerMask target_mask = layer_mask(MaskKind::kCausalWithPaddingAndBias, batch, num_heads(),
                                           kTarget, kTarget, "target_score_bias", values);
  const LayerMask memory_mask = layer_mask(MaskKind::kBiasPerBatchItem, batch, num_heads(), kTarget,
                                           kSource, "memory_score_bias", values);
  const TransformerMasks masks{source_mask.mask, target_mask.mask, memory_mask.mask};
  reference::put_parameters(parameters, "", values);
  const auto formula = [&](const Values& v) {
    return reference::transformer(
        config, v, v.at("source"), v.at("target"), source.matrix_count(),
        {source_mask.reference, target_mask.reference, memory_mask.reference});
  };
  TransformerTrace trace;
  const Tensor output = transformer.forward(source, target, masks, {}, &trace);
  EXPECT_EQ(output.shape, target.shape);
  EXPECT_TRUE(all_near(output, formula(values), kForwardTolerance));
  EXPECT_TRUE(identical(transformer.forward(source, target, masks), output));

  const TransformerGradients got = transformer.backward(source, target, masks, {}, trace, d_output);
  const Values expected = reference::central_differences(formula, values, widen(d_output));
  expect_gradients(got.parameters, expected);
  EXPECT_TRUE(all_near(got.d_source, expected.at("source"), kGradientTolerance));
  EXPECT_TRUE(all_near(got.d_target, expected.at("target"), kGradientTolerance));
  EXPECT_EQ(got.d_masks.source.empty(), !source_mask.mask.score_bias.has_value());
  if (source_mask.mask.score_bias) {
    EXPECT_TRUE(all_near(got.d_masks.source, expected.at("source_score_bias"), kGradientTolerance));
  }
  EXPECT_TRUE(all_near(got.d_masks.target, expected.at("target_score_bias"), kGradientTolerance));
  EXPECT_TRUE(all_near(got.d_masks.memory, expected.at("memory_score_bias"), kGradientTolerance));
}

TransformerConfig small_transformer() {
  return TransformerConfig::of(small_layer(2, Activation::kGelu, false), 2, 1);
}

// TEST-CASES 35
TEST(Transformer, ABatchItemHasTheSameBitsAloneAsInABatch) {
  const TransformerConfig config = small_transformer();
  const Transformer transformer(config, TransformerParameters::random(config, 1));
  const Tensor source = random_sequence(3, 4, 4, 2), target = random_sequence(3, 5, 4, 3);
  TransformerMasks masks;
  masks.target = Mask::causal_at();
  const Tensor output = transformer.forward(source, target, masks);
  for (Index item = 0; item < 3; ++item) {
    EXPECT_TRUE(
        identical(transformer.forward(batch_item(source, item), batch_item(target, item), masks),
                  batch_item(output, item)));
  }
}

TEST(Transformer, EveryAttentionDrawsItsOwnDropout) {
  const TransformerConfig config =
      TransformerConfig::of(small_layer(1, Activation::kRelu, true), 2, 2);
  const Transformer transformer(config, TransformerParameters::random(config, 1));
  const Tensor x = random_sequence(1, 6, 4, 2);
  TransformerTrace trace;
  transformer.forward(x, x, {}, Dropout{0.5, 3}, &trace);
  std::vector<std::vector<bool>> patterns;
  TransformerTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (name.size() < 15 || name.substr(name.size() - 15) != "dropped_weights") return;
    std::vector<bool> kept;
    for (const float weight : tensor.data) kept.push_back(weight != 0);
    patterns.push_back(kept);
  });
  ASSERT_EQ(patterns.size(), 6u);
  std::sort(patterns.begin(), patterns.end());
  EXPECT_EQ(std::unique(patterns.begin(), patterns.end()), patterns.end());
}

// TEST-CASES 36: with dropout, along one direction
TEST(Transformer, BackwardDrawsTheSameDropoutAgain) {
  const TransformerConfig config = small_transformer();
  const Transformer transformer(config, TransformerParameters::random(config, 1));
  const Tensor source = random_sequence(2, 4, 4, 2), target = random_sequence(2, 3, 4, 3);
  const Tensor direction = random_sequence(2, 4, 4, 5), d_output = random_sequence(2, 3, 4, 6);
  const Dropout dropout{0.3, 8};
  TransformerTrace trace;
  transformer.forward(source, target, {}, dropout, &trace);
  const auto loss = [&](float by) {
    Tensor moved = source;
    for (std::size_t i = 0; i < moved.data.size(); ++i) moved.data[i] += by * direction.data[i];
    return dot(transformer.forward(moved, target, {}, dropout), d_output);
  };
  const float step = 0x1p-8f;
  const double slope = (loss(step) - loss(-step)) / (2 * step);
  const Tensor d_source =
      transformer.backward(source, target, {}, dropout, trace, d_output).d_source;
  EXPECT_NEAR(dot(d_source, direction), slope, 5e-3 * std::abs(slope) + 1e-4);
}

TEST(Transformer, ParametersHaveNestedNamesAndSeparateRandomStreams) {
  const TransformerConfig config = small_transformer();
  const TransformerParameters p = TransformerParameters::random(config, 5);
  std::vector<std::string> names;
  std::vector<std::vector<float>> drawn;
  TransformerParameters::for_each(p, [&](std::string_view name, const auto& parameter) {
    if (parameter.size() == 0) return;
    names.emplace_back(name);
    const std::string_view last = name.substr(name.rfind('.') + 1);
    if (last[0] == 'w') drawn.push_back({parameter.data(), parameter.data() + 4});
  });
  EXPECT_EQ(names.size(), 2u * 16 + 26 + 4);
  EXPECT_EQ(names.front(), "encoder.layers.0.attention.w_q");
  EXPECT_EQ(names[16], "encoder.layers.1.attention.w_q");
  EXPECT_EQ(names[32], "encoder.norm.gamma");
  EXPECT_EQ(names[34], "decoder.layers.0.self_attention.w_q");
  EXPECT_EQ(names.back(), "decoder.norm.beta");
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(std::unique(drawn.begin(), drawn.end()), drawn.end());

  TransformerParameters unfilled = TransformerParameters::unfilled(config);
  std::size_t count = 0;
  TransformerParameters::for_each(unfilled, [&](std::string_view, auto& parameter) {
    EXPECT_EQ(parameter.size(), 0);
    ++count;
  });
  EXPECT_EQ(count, 2u * 18 + 2 + 29 + 2);
}

// TEST-CASES 29, 43
TEST(Transformer, RefusesMismatchedInputsNamingBoth) {
  TransformerConfig config = small_transformer();
  const TransformerParameters p = TransformerParameters::random(config, 1);
  const auto refused = [&](const auto& change) {
    TransformerParameters changed = p;
    change(changed);
    return refusal([&] { Transformer(config, changed); });
  };
  EXPECT_EQ(refused([](auto& q) { q.encoder.layers[1].attention.w_q.resize(4, 3); }),
            "encoder: layers.1: attention: expected w_q of shape [4, 4], got [4, 3]");
  EXPECT_EQ(refused([](auto& q) { q.decoder.layers.pop_back(); }),
            "decoder: expected 1 layers, one per layer, got 0");
  EXPECT_EQ(refused([](auto& q) { q.decoder.norm = {}; }),
            "decoder: norm: expected the parameter \"gamma\" of shape [4], got none");
  config.encoder.final_norm = false;
  EXPECT_EQ(refused([](auto&) {}), "encoder: norm: expected gamma of shape [0], got [4]");
  config = small_transformer();
  config.encoder.num_layers = 0;
  EXPECT_EQ(refused([](auto&) {}), "encoder: expected num_layers of at least 1, got 0");
  config = small_transformer();
  config.decoder.layer.attention.d_model = 6;
  EXPECT_EQ(refused([](auto&) {}), "expected the decoder's d_model to be the encoder's 4, got 6");

  config = small_transformer();
  const Transformer transformer(config, p);
  const Tensor x = random_sequence(2, 3, 4, 1);
  EXPECT_EQ(
      refusal([&] { transformer.backward(x, x, {}, {}, {}, x); }),
      "expected the trace's encoder.output of the shape [batch 2, query 3, d_model 4], got []");
  EXPECT_EQ(refusal([&] { transformer.encoder().backward(x, {}, {}, {}, x); }),
            "expected 2 layers' traces, one per layer, got 0");
  std::vector<KeyValueCache> caches(3);
  EXPECT_EQ(refusal([&] { transformer.encoder().step(x, caches); }),
            "expected 2 caches, one per layer, got 3");
  std::vector<DecoderLayerCache> none;
  EXPECT_EQ(refusal([&] { transformer.decoder().step(x, none, {}); }),
            "expected 1 caches, one per layer, got 0");
}

}  // namespace
}  // namespace attn
