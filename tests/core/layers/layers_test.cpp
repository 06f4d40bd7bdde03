#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/finite.h"
#include "core/layers/layer_cases.h"
#include "layers/decoder_layer.h"
#include "layers/encoder_layer.h"
#include "ops/mask_patterns.h"
#include "support/refusal.h"

namespace attn {
namespace {

// One encoder and one decoder layer with two heads.
struct TwoLayers {
  LayerConfig config = small_layer(2, Activation::kGelu, true);
  EncoderLayer encoder{config, stirred(EncoderLayerParameters::random(config, 1), 2)};
  DecoderLayer decoder{config, stirred(DecoderLayerParameters::random(config, 1), 2)};
  Tensor x = random_sequence(3, 5, 4, 7);
  Tensor memory = random_sequence(3, 4, 4, 8);
  DecoderMasks masks{Mask::causal_at(), {}};
};

// TEST-CASES 35
TEST(Layers, ABatchItemHasTheSameBitsAloneAsInABatch) {
  const TwoLayers two;
  const Tensor encoded = two.encoder.forward(two.x, Mask::causal_at());
  const Tensor decoded = two.decoder.forward(two.x, two.memory, two.masks);
  for (Index item = 0; item < 3; ++item) {
    const Tensor x = batch_item(two.x, item), memory = batch_item(two.memory, item);
    EXPECT_TRUE(identical(two.encoder.forward(x, Mask::causal_at()), batch_item(encoded, item)));
    EXPECT_TRUE(identical(two.decoder.forward(x, memory, two.masks), batch_item(decoded, item)));
    const Tensor plain({"query", "d_model"}, {5, 4}, x.data);
    EXPECT_EQ(two.encoder.forward(plain, Mask::causal_at()).data, batch_item(encoded, item).data);
  }
}

// TEST-CASES 18
TEST(Layers, AFullyPaddedItemIsFiniteAndLeavesOtherItemsUnchanged) {
  const TwoLayers two;
  std::vector<std::uint8_t> key_padding(15, 1);
  std::fill(key_padding.begin() + 5, key_padding.begin() + 10, 0);
  Mask mask;
  mask.attend = key_padding_attend(key_padding, 3, 5, 5);
  const Tensor output = two.encoder.forward(two.x, mask);
  EXPECT_TRUE(all_finite(output.data.data(), output.size()));
  for (const Index item : {0, 2}) {
    EXPECT_TRUE(
        identical(two.encoder.forward(batch_item(two.x, item), {}), batch_item(output, item)));
  }
}

// TEST-CASES 21
TEST(Layers, APaddedNaNTokenReachesNoOtherRow) {
  for (const LayerCase& c : layer_cases()) {
    const EncoderLayer layer(c.config, stirred(EncoderLayerParameters::random(c.config, 1), 2));
    const Mask mask = padding_mask({1, 1, 0, 1}, 1, 4, 4);
    Tensor x = random_sequence(1, 4, 4, 7);
    const Tensor clean = layer.forward(x, mask);
    x.matrix().row(2).setConstant(kNaN);
    const Tensor output = layer.forward(x, mask);
    for (const Index i : {0, 1, 3}) {
      EXPECT_EQ(output.matrix().row(i), clean.matrix().row(i)) << c.name;
    }
  }
}

// TEST-CASES 15, 21: forward and backward
TEST(Layers, PaddingOfTheMemoryMayBeNaN) {
  for (const LayerCase& c : layer_cases()) {
    const DecoderLayer layer(c.config, stirred(DecoderLayerParameters::random(c.config, 1), 2));
    const Tensor x = random_sequence(1, 3, 4, 7), d_output = random_sequence(1, 3, 4, 8);
    Tensor memory = random_sequence(1, 4, 4, 9);
    const DecoderMasks masks{Mask::causal_at(), padding_mask({1, 1, 0, 1}, 1, 3, 4)};
    DecoderLayerTrace trace;
    const Tensor clean_output = layer.forward(x, memory, masks, {}, &trace);
    const DecoderLayerGradients clean = layer.backward(x, memory, masks, {}, trace, d_output);
    memory.matrix().row(2).setConstant(kNaN);
    EXPECT_TRUE(identical(layer.forward(x, memory, masks, {}, &trace), clean_output)) << c.name;
    const DecoderLayerGradients got = layer.backward(x, memory, masks, {}, trace, d_output);
    EXPECT_TRUE(identical(got.d_x, clean.d_x)) << c.name;
    EXPECT_TRUE(identical(got.d_memory, clean.d_memory)) << c.name;
    EXPECT_EQ(got.d_memory.matrix().row(2).norm(), 0) << c.name;
    reference::Values expected;
    reference::put_parameters(clean.parameters, "", expected);
    expect_gradients(got.parameters, expected);
  }
}

// TEST-CASES 46
TEST(Layers, SteppingEqualsOneCausalPass) {
  for (const LayerCase& c : layer_cases()) {
    const EncoderLayer encoder(c.config, stirred(EncoderLayerParameters::random(c.config, 1), 2));
    const DecoderLayer decoder(c.config, stirred(DecoderLayerParameters::random(c.config, 1), 2));
    const Tensor x = random_sequence(2, 5, 4, 7), memory = random_sequence(2, 4, 4, 8);
    const Tensor encoded = encoder.forward(x, Mask::causal_at());
    const Tensor decoded = decoder.forward(x, memory, {Mask::causal_at(), {}});
    KeyValueCache cache;
    DecoderLayerCache decoder_cache = decoder.begin(memory);
    EXPECT_EQ(decoder_cache.self_attention.length(), 0);
    EXPECT_EQ(decoder_cache.cross_attention.length(), 4);
    Index at = 0;
    for (const Index n : {1, 3, 1}) {
      Tensor part({"batch", "query", "d_model"}, {2, n, 4});
      for (Index item = 0; item < 2; ++item) {
        part.matrix(item) = x.matrix(item).middleRows(at, n);
      }
      EncoderLayerTrace trace;
      DecoderLayerTrace decoder_trace;
      const Tensor step = encoder.step(part, cache, &trace);
      const Tensor decoder_step = decoder.step(part, decoder_cache, {}, &decoder_trace);
      EXPECT_TRUE(identical(trace.output, step));
      EXPECT_TRUE(identical(decoder_trace.output, decoder_step));
      for (Index item = 0; item < 2; ++item) {
        EXPECT_TRUE(step.matrix(item).isApprox(encoded.matrix(item).middleRows(at, n), 1e-5f))
            << c.name;
        EXPECT_TRUE(
            decoder_step.matrix(item).isApprox(decoded.matrix(item).middleRows(at, n), 1e-5f))
            << c.name;
      }
      at += n;
    }
    EXPECT_EQ(cache.length(), 5);
    EXPECT_EQ(decoder_cache.self_attention.length(), 5);
  }
}

// TEST-CASES 38: the masks of dropout come from the seed, and backward draws them again.
TEST(Layers, DropoutIsRepeatableBySeedAndDifferentiable) {
  const TwoLayers two;
  const Dropout dropout{0.4, 11};
  const Tensor output = two.decoder.forward(two.x, two.memory, two.masks, dropout);
  EXPECT_TRUE(identical(output, two.decoder.forward(two.x, two.memory, two.masks, dropout)));
  EXPECT_NE(output.data, two.decoder.forward(two.x, two.memory, two.masks, Dropout{0.4, 12}).data);
  EXPECT_NE(output.data, two.decoder.forward(two.x, two.memory, two.masks).data);

  const Tensor direction = random_sequence(3, 5, 4, 9), d_output = random_sequence(3, 5, 4, 10);
  const auto moved = [&](float by) {
    Tensor x = two.x;
    for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] += by * direction.data[i];
    return x;
  };
  const float step = 0x1p-8f;
  DecoderLayerTrace trace;
  two.decoder.forward(two.x, two.memory, two.masks, dropout, &trace);
  EXPECT_NE(trace.self_attention.dropped_weights.data, trace.self_attention.weights.data);
  const double slope =
      (dot(two.decoder.forward(moved(step), two.memory, two.masks, dropout), d_output) -
       dot(two.decoder.forward(moved(-step), two.memory, two.masks, dropout), d_output)) /
      (2 * step);
  const Tensor d_x =
      two.decoder.backward(two.x, two.memory, two.masks, dropout, trace, d_output).d_x;
  EXPECT_NEAR(dot(d_x, direction), slope, 2e-3 * std::abs(slope));
}

TEST(Layers, ParameterGradientsAreTheSameWithoutInputGradients) {
  for (const LayerCase& c : layer_cases()) {
    const EncoderLayer layer(c.config, stirred(EncoderLayerParameters::random(c.config, 1), 2));
    const Tensor x = random_sequence(2, 5, c.config.attention.d_model, 7);
    const Tensor d_output = random_sequence(2, 5, c.config.attention.d_model, 8);
    EncoderLayerTrace trace;
    layer.forward(x, Mask::causal_at(), {}, &trace);
    EncoderLayerGradients all = layer.backward(x, Mask::causal_at(), {}, trace, d_output);
    EncoderLayerGradients alone =
        layer.backward(x, Mask::causal_at(), {}, trace, d_output, Wanted::kGradientsOfParameters);
    EXPECT_FALSE(all.d_x.empty());
    EXPECT_TRUE(alone.d_x.empty());
    std::vector<std::vector<float>> numbers;
    EncoderLayerParameters::for_each(all.parameters, [&](std::string_view, const auto& d) {
      numbers.emplace_back(d.data(), d.data() + d.size());
    });
    auto expected = numbers.begin();
    EncoderLayerParameters::for_each(alone.parameters, [&](std::string_view name, const auto& d) {
      EXPECT_EQ(std::vector<float>(d.data(), d.data() + d.size()), *expected++) << name;
    });
  }
}

TEST(Layers, ParametersHaveTheNamesOfTheEquationsAndSeparateSeeds) {
  const LayerConfig config = small_layer(2, Activation::kRelu, false);
  const EncoderLayerParameters p = EncoderLayerParameters::random(config, 5);
  std::vector<std::string> names;
  EncoderLayerParameters::for_each(p, [&](std::string_view name, const auto& parameter) {
    if (parameter.size() != 0) names.emplace_back(name);
  });
  EXPECT_EQ(names, (std::vector<std::string>{
                       "attention.w_q", "attention.b_q", "attention.w_k", "attention.b_k",
                       "attention.w_v", "attention.b_v", "attention.w_o", "attention.b_o",
                       "norm_1.gamma", "norm_1.beta", "feed_forward.w_1", "feed_forward.b_1",
                       "feed_forward.w_2", "feed_forward.b_2", "norm_2.gamma", "norm_2.beta"}));
  EXPECT_EQ(p.norm_1.gamma, RowVector(RowVector::Ones(4)));
  EXPECT_EQ(p.norm_2.beta, RowVector(RowVector::Zero(4)));
  EXPECT_EQ(p.attention.w_q, EncoderLayerParameters::random(config, 5).attention.w_q);
  EXPECT_NE(p.attention.w_q, EncoderLayerParameters::random(config, 6).attention.w_q);
  const DecoderLayerParameters d = DecoderLayerParameters::random(config, 5);
  EXPECT_NE(d.self_attention.w_q, d.cross_attention.w_q);
  EXPECT_NE(p.attention.w_q, p.attention.w_k);
}

TEST(Layers, CrossAttentionHasNoPositions) {
  const LayerConfig config = t5_like();
  const DecoderLayerParameters p = DecoderLayerParameters::random(config, 5);
  EXPECT_EQ(p.self_attention.relative_bias.rows(), 4);
  EXPECT_EQ(p.cross_attention.relative_bias.size(), 0);
}

// TEST-CASES 41
TEST(Layers, AcceptEmptySequences) {
  const TwoLayers two;
  const Tensor none = random_sequence(3, 0, 4, 7);
  EXPECT_EQ(two.encoder.forward(none, {}).shape, none.shape);
  const Tensor alone = two.decoder.forward(two.x, none, {});
  EXPECT_TRUE(all_finite(alone.data.data(), alone.size()));
}

// TEST-CASES 29, 43
TEST(Layers, RefuseInconsistentConfigurationsNamingBothValues) {
  const auto refused = [](const LayerConfig& config) {
    return refusal([&] { EncoderLayerParameters::random(config, 1); });
  };
  LayerConfig config = small_layer(3, Activation::kRelu, false);
  EXPECT_EQ(refused(config), "expected num_heads to divide d_model 4, got 3");
  config = small_layer(2, Activation::kRelu, false);
  config.attention.d_key = 6;
  EXPECT_EQ(refused(config),
            "expected d_key and d_value of a layer's attention to be its d_model 4, got 6 and 4");
  config.attention.d_key = 0;
  config.attention.d_value = 7;
  EXPECT_EQ(refused(config),
            "expected d_key and d_value of a layer's attention to be its d_model 4, got 4 and 7");
  config.attention.d_value = 4;
  config.feed_forward.d_model = 5;
  EXPECT_EQ(refused(config), "expected the feed-forward's d_model to be the attention's 4, got 5");
  config.feed_forward.d_model = 4;
  config.feed_forward.d_ff = 0;
  EXPECT_EQ(refused(config), "expected d_ff of at least 1, got 0");
  config.feed_forward.d_ff = 1;
  EXPECT_EQ(refused(config), "nothing was refused");
  config.epsilon = -1;
  EXPECT_EQ(refused(config), "expected a finite epsilon of at least 0, got -1");
  config.epsilon = kInfinity;
  EXPECT_EQ(refused(config), "expected a finite epsilon of at least 0, got infinity");
}

// TEST-CASES 43
TEST(Layers, RefuseMismatchedParametersNamingThePart) {
  const LayerConfig config = small_layer(2, Activation::kRelu, false);
  const auto refused = [&](const auto& spoil) {
    DecoderLayerParameters p = DecoderLayerParameters::random(config, 1);
    spoil(p);
    return refusal([&] { DecoderLayer(config, p); });
  };
  EXPECT_EQ(refused([](auto& p) { p.cross_attention.w_q.resize(4, 3); }),
            "cross_attention: expected w_q of shape [4, 4], got [4, 3]");
  EXPECT_EQ(refused([](auto& p) { p.feed_forward.w_2.resize(4, 3); }),
            "feed_forward: expected w_2 of shape [5, 4], got [4, 3]");
  EXPECT_EQ(refused([](auto& p) { p.norm_3.gamma.resize(3); }),
            "norm_3: expected gamma of shape [4], got [3]");
  EXPECT_EQ(refused([](auto& p) { p.norm_1.beta.resize(3); }),
            "norm_1: expected beta of shape [4], got [3]");
  EXPECT_EQ(refused([](auto& p) { p.norm_1.beta.resize(0); }), "nothing was refused");
  LayerConfig rms = config;
  rms.norm = NormKind::kRms;
  EXPECT_EQ(refusal([&] { EncoderLayer(rms, EncoderLayerParameters::random(config, 1)); }),
            "norm_1: expected beta of shape [0], got [4]");
}

// TEST-CASES 43
TEST(Layers, RefuseMismatchedInputsNamingBothShapes) {
  const TwoLayers two;
  const Tensor narrow = random_sequence(2, 5, 3, 1), plain = random_sequence(0, 5, 4, 1);
  EXPECT_EQ(refusal([&] { two.encoder.forward(narrow, {}); }),
            "expected x of shape [batch, n, d_model] or [n, d_model] with d_model 4 and at least "
            "one batch item, got [batch 2, query 5, d_model 3]");
  EXPECT_EQ(refusal([&] { two.encoder.forward(Tensor({"d_model"}, {4}), {}); }),
            "expected x of shape [batch, n, d_model] or [n, d_model] with d_model 4 and at least "
            "one batch item, got [d_model 4]");
  EXPECT_EQ(
      refusal([&] { two.encoder.forward(Tensor({"batch", "query", "d_model"}, {0, 5, 4}), {}); }),
      "expected x of shape [batch, n, d_model] or [n, d_model] with d_model 4 and at least "
      "one batch item, got [batch 0, query 5, d_model 4]");
  EXPECT_EQ(refusal([&] { two.decoder.forward(two.x, plain, {}); }),
            "expected memory with the batch of x [batch 3, query 5, d_model 4], got [query 5, "
            "d_model 4]");
  EXPECT_EQ(refusal([&] { two.decoder.forward(two.x, batch_item(two.memory, 0), {}); }),
            "expected memory with the batch of x [batch 3, query 5, d_model 4], got [batch 1, "
            "query 4, d_model 4]");
  EncoderLayerTrace trace;
  EXPECT_EQ(refusal([&] { two.encoder.backward(two.x, {}, {}, trace, two.x); }),
            "expected the trace's output of the shape [batch 3, query 5, d_model 4], got []");
  two.encoder.forward(two.x, {}, {}, &trace);
  EXPECT_EQ(refusal([&] { two.encoder.backward(two.x, {}, {}, trace, plain); }),
            "expected d_output of the shape [batch 3, query 5, d_model 4], got [query 5, d_model "
            "4]");
}

}  // namespace
}  // namespace attn
