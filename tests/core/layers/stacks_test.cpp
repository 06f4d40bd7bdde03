#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/layers/layer_cases.h"
#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"
#include "layers/sequence.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;
using reference::widen;

constexpr Index kSource = 4, kTarget = 3;

class Stacks : public LayerTest {};
INSTANTIATE_TEST_SUITE_P(Layers, Stacks, testing::ValuesIn(layer_cases()), name_of_case());

// TEST-CASES 36: output and gradients, without a final norm
TEST_P(Stacks, AnEncoderStackMatchesReference) {
  const StackConfig config = StackConfig{GetParam().config, 2, false}.resolved();
  const auto parameters = stirred(EncoderStackParameters::random(config, 1), 2);
  const EncoderStack stack(config, parameters);
  const Tensor x = sequence(kSource, 3), d_output = sequence(kSource, 4);
  Values values = {{"x", widen(x)}};
  const LayerMask mask = layer_mask(GetParam().mask, GetParam().batch, num_heads(), kSource,
                                    kSource, "score_bias", values);
  reference::put_parameters(parameters, "", values);
  const auto formula = [&](const Values& v) {
    return reference::encoder_stack(config, v, "", v.at("x"), x.matrix_count(), mask.reference);
  };
  EncoderStackTrace trace;
  const Tensor output = stack.forward(x, mask.mask, {}, &trace);
  EXPECT_EQ(output.shape, x.shape);
  EXPECT_TRUE(all_near(output, formula(values), kForwardTolerance));
  EXPECT_TRUE(identical(stack.forward(x, mask.mask), output));
  EXPECT_EQ(trace.output.data, output.data);

  const EncoderStackGradients got = stack.backward(x, mask.mask, {}, trace, d_output);
  const Values expected = reference::central_differences(formula, values, widen(d_output));
  expect_gradients(got.parameters, expected);
  EXPECT_EQ(got.d_x.shape, x.shape);
  EXPECT_TRUE(all_near(got.d_x, expected.at("x"), kGradientTolerance));
  if (mask.mask.score_bias) {
    EXPECT_TRUE(all_near(got.d_score_bias, expected.at("score_bias"), kGradientTolerance));
  }
}

TEST_P(Stacks, ATraceOfOneLayerHasTheWeightsOfTheOthers) {
  const StackConfig config{GetParam().config, 3, false};
  const EncoderStack stack(config, stirred(EncoderStackParameters::random(config, 1), 2));
  const Tensor x = sequence(kSource, 3);
  EncoderStackTrace whole, some;
  some.kept_layers = {1, 7};
  const Tensor output = stack.forward(x, {}, {}, &whole);
  EXPECT_TRUE(identical(stack.forward(x, {}, {}, &some), output));
  ASSERT_EQ(some.layers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const EncoderLayerTrace &kept = some.layers[i], &all = whole.layers[i];
    EXPECT_TRUE(identical(kept.attention.weights, all.attention.weights)) << i;
    EXPECT_EQ(kept.attention.q.empty(), i != 1);
    EXPECT_EQ(kept.feed_forward.activated.empty(), all.feed_forward.activated.empty() || i != 1);
    EXPECT_EQ(kept.output.empty(), i != 1);
  }
  EXPECT_TRUE(identical(some.layers[1].attention.q, whole.layers[1].attention.q));
  EXPECT_TRUE(identical(some.layers[1].output, whole.layers[1].output));
  EXPECT_TRUE(identical(some.output, whole.output));
}

// TEST-CASES 46: a decoder-only model, stepping
TEST_P(Stacks, SteppingEqualsOneCausalPass) {
  const StackConfig config{GetParam().config, 2, true};
  const EncoderStack encoder(config, stirred(EncoderStackParameters::random(config, 1), 2));
  const DecoderStack decoder(config, stirred(DecoderStackParameters::random(config, 1), 2));
  const Tensor x = random_sequence(1, 5, d_model(), 3),
               memory = random_sequence(1, 4, d_model(), 4);
  const Tensor encoded = encoder.forward(x, Mask::causal_at());
  const Tensor decoded = decoder.forward(x, memory, {Mask::causal_at(), {}});
  std::vector<KeyValueCache> caches;
  std::vector<DecoderLayerCache> decoder_caches = decoder.begin(memory);
  EncoderStackTrace trace;
  DecoderStackTrace decoder_trace;
  for (Index i = 0; i < 5; ++i) {
    Tensor token({"batch", "query", "d_model"}, {1, 1, d_model()});
    token.matrix() = x.matrix().row(i);
    const Tensor step = encoder.step(token, caches, i % 2 == 0 ? nullptr : &trace);
    const Tensor decoder_step =
        decoder.step(token, decoder_caches, {}, i % 2 == 0 ? nullptr : &decoder_trace);
    EXPECT_TRUE(step.matrix().isApprox(encoded.matrix().row(i), 1e-5f)) << "token " << i;
    EXPECT_TRUE(decoder_step.matrix().isApprox(decoded.matrix().row(i), 1e-5f)) << "token " << i;
    if (i % 2 == 1) {
      EXPECT_TRUE(identical(trace.output, step));
      EXPECT_TRUE(identical(decoder_trace.output, decoder_step));
      EXPECT_EQ(decoder_trace.layers[1].self_attention.weights.shape[3], i + 1);
    }
  }
}

TEST_P(Stacks, AStepThatThrowsLeavesTheCachesAsTheyWere) {
  const StackConfig config{GetParam().config, 2, true};
  const EncoderStack encoder(config, stirred(EncoderStackParameters::random(config, 1), 2));
  const DecoderStack decoder(config, stirred(DecoderStackParameters::random(config, 1), 2));
  const Tensor memory = random_sequence(1, 4, d_model(), 4);
  const Tensor first = random_sequence(1, 2, d_model(), 3),
               next = random_sequence(1, 3, d_model(), 5);
  std::vector<KeyValueCache> caches, other;
  std::vector<DecoderLayerCache> decoder_caches = decoder.begin(memory);
  encoder.step(first, caches);
  decoder.step(first, decoder_caches, {});

  // The second layer's cache belongs to two sequences, so the step is refused after the first
  // layer.
  encoder.step(random_sequence(2, 2, d_model(), 6), other);
  std::swap(caches[1], other[1]);
  EXPECT_TRUE(
      contains(refusal([&] { encoder.step(next, caches); }), "expected a cache with k of shape"));
  EXPECT_EQ(caches[0].length(), 2);
  std::swap(caches[1], other[1]);

  // The memory's mask has another number of queries, so the step is refused after the
  // self-attention.
  Mask wrong;
  wrong.score_bias = Tensor({"batch", "head", "query", "key"}, {1, 1, 2, 4});
  EXPECT_TRUE(contains(refusal([&] { decoder.step(next, decoder_caches, wrong); }),
                       "expected score_bias of shape"));
  for (const DecoderLayerCache& cache : decoder_caches) EXPECT_EQ(cache.length(), 2);

  std::vector<KeyValueCache> fresh;
  std::vector<DecoderLayerCache> fresh_decoder = decoder.begin(memory);
  encoder.step(first, fresh);
  decoder.step(first, fresh_decoder, {});
  EXPECT_TRUE(identical(encoder.step(next, caches), encoder.step(next, fresh)));
  EXPECT_TRUE(
      identical(decoder.step(next, decoder_caches, {}), decoder.step(next, fresh_decoder, {})));
}

// TEST-CASES 24
TEST_P(Stacks, ALaterTokenLeavesEarlierOutputsBitIdentical) {
  const StackConfig config{GetParam().config, 2, true};
  const EncoderStack encoder(config, stirred(EncoderStackParameters::random(config, 1), 2));
  const DecoderStack decoder(config, stirred(DecoderStackParameters::random(config, 1), 2));
  const Tensor memory = random_sequence(1, 4, d_model(), 4);
  const Tensor x = random_sequence(1, 6, d_model(), 3);
  const Tensor encoded = encoder.forward(x, Mask::causal_at());
  const Tensor decoded = decoder.forward(x, memory, {Mask::causal_at(), {}});
  for (Index t = 0; t < 6; ++t) {
    Tensor changed = x;
    changed.matrix().row(t).array() += 1 + changed.matrix()(t, 0);
    changed.matrix()(t, 1) -= 3;
    const Tensor encoder_output = encoder.forward(changed, Mask::causal_at());
    const Tensor decoder_output = decoder.forward(changed, memory, {Mask::causal_at(), {}});
    EXPECT_EQ(encoder_output.matrix().topRows(t), encoded.matrix().topRows(t));
    EXPECT_EQ(decoder_output.matrix().topRows(t), decoded.matrix().topRows(t));
    EXPECT_NE(encoder_output.matrix().row(t), encoded.matrix().row(t));
    EXPECT_NE(decoder_output.matrix().row(t), decoded.matrix().row(t));
  }
}

}  // namespace
}  // namespace attn
