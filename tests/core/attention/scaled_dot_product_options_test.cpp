// Scale, temperature, dropout and grouped heads of scaled dot-product attention, and its gradients.
#include <gtest/gtest.h>

#include <cmath>

#include "attention/scaled_dot_product.h"
#include "base/finite.h"
#include "core/attention/dot_product_inputs.h"
#include "ops/softmax.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/reference_multi_head.h"
#include "support/refusal.h"

namespace attn {
namespace {

Inputs grouped_inputs(Index batch, Index num_heads, Index num_kv_heads, Index n_query,
                      Index n_key) {
  return {random_heads(batch, num_heads, n_query, 4, "query", 1),
          random_heads(batch, num_kv_heads, n_key, 4, "key", 2),
          random_heads(batch, num_kv_heads, n_key, 3, "key", 3)};
}

// TEST-CASES 4
TEST(AttentionOptions, AScaleReplacesTheRootAndTheTemperatureDividesAfterTheMask) {
  Inputs in{Tensor({"batch", "head", "query", "d_head"}, {1, 1, 1, 1}, {2}),
            Tensor({"batch", "head", "key", "d_head"}, {1, 1, 2, 1}, {1, 3}),
            Tensor({"batch", "head", "key", "d_head"}, {1, 1, 2, 1}, {0, 1})};
  Mask mask;
  mask.score_bias = Tensor({"batch", "head", "query", "key"}, {1, 1, 1, 2}, {1, 0});
  const AttentionTrace trace = trace_of(in, mask, {0.25f, 2, {}});
  EXPECT_EQ(trace.scores.data, (std::vector<float>{0.5f, 1.5f}));
  EXPECT_EQ(trace.masked_scores.data, (std::vector<float>{1.5f, 1.5f}));
  EXPECT_EQ(trace.context.data, std::vector<float>{0.5f});
  const AttentionTrace unscaled = trace_of(in, Mask::none(), {1.0f, 2, {}});
  EXPECT_EQ(unscaled.scores.data, (std::vector<float>{2, 6}));
  EXPECT_NEAR(unscaled.context.data[0], 1 / (1 + std::exp(-2.0)), 1e-6);  // (6 - 2) / 2
  EXPECT_EQ(trace_of(in, Mask::none(), {0.0f, 1, {}}).weights.data, std::vector<float>(2, 0.5f));
}

TEST(AttentionOptions, OneOverTheRootAsAScaleEqualsTheDefaultWithinRounding) {
  const Inputs in = grouped_inputs(2, 3, 3, 5, 6);
  EXPECT_TRUE(all_near(trace_of(in, Mask::none(), {0.5f, 1, {}}).context,
                       trace_of(in, Mask::none()).context, 1e-6));
}

TEST(AttentionOptions, AHighTemperatureFlattensAndALowOneSharpens) {
  const Inputs in = grouped_inputs(1, 1, 1, 4, 6);
  const AttentionTrace hot = trace_of(in, Mask::none(), {{}, 1e6f, {}});
  const AttentionTrace cold = trace_of(in, Mask::none(), {{}, 1e-6f, {}});
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(hot.weights.matrix().row(i).maxCoeff(), 1.0 / 6, 1e-5);
    EXPECT_EQ(cold.weights.matrix().row(i).maxCoeff(), 1);
    EXPECT_EQ(cold.weights.matrix().row(i).sum(), 1);
  }
}

// TEST-CASES 26
TEST(AttentionOptions, HeadsReadTheKeysAndValuesOfTheirGroup) {
  const Inputs in = grouped_inputs(2, 6, 2, 3, 5);
  Inputs repeated = in;
  for (Tensor Inputs::* part : {&Inputs::k, &Inputs::v}) {
    const Tensor& few = in.*part;
    Tensor many(few.axes, {2, 6, 5, few.shape[3]});
    for (Index b = 0; b < 2; ++b) {
      for (Index h = 0; h < 6; ++h) many.matrix(b * 6 + h) = few.matrix(b * 2 + h / 3);
    }
    repeated.*part = many;
  }
  EXPECT_TRUE(identical(trace_of(in, Mask::causal_at()).context,
                        trace_of(repeated, Mask::causal_at()).context));
}

// TEST-CASES 10: the array that one API reads as "may attend", another reads as "may not".
TEST(AttentionOptions, AnAttendArrayAndItsComplementSplitTheKeys) {
  const Inputs in = grouped_inputs(1, 1, 1, 2, 4);
  const auto weights = [&](std::vector<std::uint8_t> allowed) {
    Mask mask;
    mask.attend = Attend{{1, 1, 2, 4}, std::move(allowed)};
    return trace_of(in, mask).weights.data;
  };
  const std::vector<float> plain = trace_of(in, Mask::none()).weights.data;
  const std::vector<std::uint8_t> attend = {1, 0, 0, 1, 0, 1, 0, 0};
  const std::vector<float> seen = weights(attend), hidden = weights({0, 1, 1, 0, 1, 0, 1, 1});
  for (std::size_t row = 0; row < 2; ++row) {
    double seen_weight = 0;
    for (std::size_t j = 4 * row; j < 4 * row + 4; ++j) seen_weight += attend[j] * plain[j];
    for (std::size_t j = 4 * row; j < 4 * row + 4; ++j) {
      EXPECT_EQ(seen[j] != 0, attend[j] == 1);
      EXPECT_EQ(hidden[j] != 0, attend[j] == 0);
      EXPECT_NEAR(seen_weight * seen[j] + (1 - seen_weight) * hidden[j], plain[j], 1e-6);
    }
  }
}

// TEST-CASES 36
TEST(AttentionGradients, MatchCentralDifferencesOfTheFormula) {
  const Inputs in = grouped_inputs(2, 2, 2, 3, 4);
  const reference::Extents extents{2, 2, 3, 4, 4, 3};
  const auto causal = [](Index, Index, Index i, Index j) {
    return j <= i + 1 ? 0 : -reference::kInfinity;
  };
  const AttentionTrace trace = trace_of(in, Mask::causal_at());
  const Tensor d_context = random_tensor(trace.context.axes, trace.context.shape, 4);
  const AttentionGradients got = scaled_dot_product_attention_backward(
      in.q, in.k, in.v, Mask::causal_at(), {}, trace.weights, d_context);
  const reference::Values expected = reference::central_differences(
      [&](const reference::Values& x) {
        return reference::attention(x.at("q"), x.at("k"), x.at("v"), extents, causal).context;
      },
      {{"q", reference::widen(in.q)}, {"k", reference::widen(in.k)}, {"v", reference::widen(in.v)}},
      reference::widen(d_context));
  EXPECT_TRUE(all_near(got.d_q, expected.at("q"), 2e-6));
  EXPECT_TRUE(all_near(got.d_k, expected.at("k"), 2e-6));
  EXPECT_TRUE(all_near(got.d_v, expected.at("v"), 2e-6));
  EXPECT_TRUE(got.d_score_bias.empty());
}

// TEST-CASES 8, 44: flagged going forward, and not hidden going back.
TEST(AttentionGradients, OfANonFiniteRowAreNaNInThatQueryRowOnly) {
  Inputs in = grouped_inputs(1, 1, 1, 3, 4);
  in.q.matrix()(1, 2) = kNaN;
  const AttentionTrace trace = trace_of(in, Mask::none());
  const Tensor d_context = random_tensor(trace.context.axes, trace.context.shape, 4);
  const AttentionGradients got = scaled_dot_product_attention_backward(
      in.q, in.k, in.v, Mask::none(), {}, trace.weights, d_context);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(got.d_q.matrix().row(i).hasNaN(), i == 1);
  EXPECT_TRUE(got.d_k.matrix().hasNaN());
}

// TEST-CASES 15, 21
TEST(AttentionGradients, AFullyMaskedNaNQueryContributesNothing) {
  Inputs in = grouped_inputs(1, 1, 1, 2, 3);
  Mask mask;
  mask.attend = Attend{{1, 1, 2, 3}, {1, 1, 1, 0, 0, 0}};
  const Tensor d_context = random_heads(1, 1, 2, 3, "query", 4);
  const auto gradients = [&] {
    return scaled_dot_product_attention_backward(in.q, in.k, in.v, mask, {},
                                                 trace_of(in, mask).weights, d_context);
  };
  const AttentionGradients expected = gradients();
  in.q.matrix().row(1).setConstant(kInfinity);
  const AttentionGradients got = gradients();
  EXPECT_TRUE(identical(got.d_q, expected.d_q));
  EXPECT_TRUE(identical(got.d_k, expected.d_k));
  EXPECT_TRUE(identical(got.d_v, expected.d_v));
}

TEST(AttentionGradients, ADroppedNaNValueContributesNothing) {
  Inputs in = grouped_inputs(1, 1, 1, 1, 8);
  AttentionOptions options;
  options.dropout = {0.5, 1};
  const AttentionTrace trace = trace_of(in, Mask::none(), options);
  for (Index j = 0; j < 8; ++j) {
    if (trace.dropped_weights.matrix()(0, j) == 0) in.v.matrix().row(j).setConstant(kNaN);
  }
  EXPECT_TRUE(in.v.matrix().hasNaN());
  EXPECT_TRUE(identical(trace_of(in, Mask::none(), options).context, trace.context));
  const AttentionGradients got = scaled_dot_product_attention_backward(
      in.q, in.k, in.v, Mask::none(), options, trace.weights, random_heads(1, 1, 1, 3, "query", 4));
  EXPECT_TRUE(got.d_q.matrix().allFinite());
  EXPECT_TRUE(got.d_k.matrix().allFinite());
  EXPECT_TRUE(got.d_v.matrix().allFinite());
}

// TEST-CASES 41
TEST(AttentionGradients, OfZeroKeysOrZeroQueriesAreZero) {
  for (const auto& [n_query, n_key] : {std::pair<Index, Index>{2, 0}, {0, 2}}) {
    const Inputs in = grouped_inputs(1, 2, 1, n_query, n_key);
    const AttentionTrace trace = trace_of(in, Mask::none());
    const AttentionGradients got = scaled_dot_product_attention_backward(
        in.q, in.k, in.v, Mask::none(), {}, trace.weights, trace.context);
    for (const Tensor* d : {&got.d_q, &got.d_k, &got.d_v}) {
      for (const float x : d->data) EXPECT_EQ(x, 0);
    }
  }
}

// TEST-CASES 41
TEST(AttentionGradients, OfZeroHeadsAreEmpty) {
  const Inputs in = grouped_inputs(1, 0, 0, 2, 4);
  const Tensor weights({"batch", "head", "query", "key"}, {1, 0, 2, 4});
  const Tensor d_context({"batch", "head", "query", "d_v"}, {1, 0, 2, 3});
  const AttentionGradients gradients =
      scaled_dot_product_attention_backward(in.q, in.k, in.v, Mask::none(), {}, weights, d_context);
  EXPECT_EQ(gradients.d_q.shape, in.q.shape);
  EXPECT_EQ(gradients.d_k.shape, in.k.shape);
  EXPECT_EQ(gradients.d_v.shape, in.v.shape);
}

TEST(AttentionOptions, RefuseInvalidNumbersAndShapes) {
  const Inputs in = grouped_inputs(1, 4, 4, 2, 3);
  const auto message = [&](const AttentionOptions& options) {
    return refusal([&] { trace_of(in, Mask::none(), options); });
  };
  EXPECT_EQ(message({kNaN, 1, {}}), "expected a finite scale, got NaN");
  EXPECT_EQ(message({{}, 0, {}}), "expected a finite temperature above 0, got 0");
  EXPECT_EQ(message({{}, -0.5f, {}}), "expected a finite temperature above 0, got -0.5");
  EXPECT_EQ(message({{}, kInfinity, {}}), "expected a finite temperature above 0, got infinity");
  EXPECT_EQ(message({{}, 1, {1, 0}}),
            "expected a dropout probability of at least 0 and below 1, got 1");
  EXPECT_EQ(
      refusal([&] { trace_of({in.q, random_heads(1, 3, 3, 4, "key", 1), in.v}, Mask::none()); }),
      "expected k of shape [batch, kv_head, key, d_head], kv_head dividing head, to go with q "
      "[batch 1, head 4, query 2, d_head 4], got [batch 1, head 3, key 3, d_head 4]");

  const AttentionTrace trace = trace_of(in, Mask::none());
  EXPECT_EQ(refusal([&] {
              scaled_dot_product_attention_backward(in.q, in.k, in.v, Mask::none(), {}, in.q,
                                                    trace.context);
            }),
            "expected weights of shape [1, 4, 2, 3], got [1, 4, 2, 4]");
  EXPECT_EQ(refusal([&] {
              scaled_dot_product_attention_backward(in.q, in.k, in.v, Mask::none(), {},
                                                    trace.weights, in.q);
            }),
            "expected d_context of shape [1, 4, 2, 3], got [1, 4, 2, 4]");
}

// The scores of all pairs would be 4.3e9 numbers.
TEST(ScaledDotProduct, WithoutATraceAWindowCostsTimeAndMemoryOnlyForItsPairs) {
  constexpr Index kLength = 65536;
  Tensor q({"batch", "head", "query", "d_head"}, {1, 1, kLength, 1});
  Tensor v({"batch", "head", "key", "d_v"}, {1, 1, kLength, 1});
  for (Index i = 0; i < kLength; ++i) v.matrix()(i, 0) = static_cast<float>(i % 7);
  Mask mask = Mask::causal_at();
  mask.window = Window{1, 0};
  const Tensor context = scaled_dot_product_attention(q, q, v, mask);
  for (Index i = 0; i < kLength; ++i) {
    const float before = i == 0 ? 0.0f : static_cast<float>((i - 1) % 7);
    ASSERT_EQ(context.matrix()(i, 0), (before + static_cast<float>(i % 7)) / 2) << i;
  }
}

// TEST-CASES 44. Heads 0 and 1 share the keys. In head 0, query 0 is NaN, and the score of query 1
// and key 3 is -inf; its other scores are finite.
TEST(ScaledDotProduct, NaNInAQueryDoesNotHideAnOverflowInItsGroupOfHeads) {
  Inputs in = grouped_inputs(1, 2, 1, 8, 8);
  in.q.matrix(0)(0, 0) = kNaN;
  in.q.matrix(0)(1, 0) = 3e38f;
  in.k.matrix(0).col(0).setConstant(0.01f);
  in.k.matrix(0)(3, 0) = -4;
  const Tensor context = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  for (Index head = 0; head < 2; ++head) {
    for (Index i = 0; i < 8; ++i) {
      EXPECT_EQ(std::isnan(context.matrix(head)(i, 0)), head == 0 && i < 2) << head << ", " << i;
    }
  }
}

// With more than one block of keys, results are equal only within rounding.
TEST(ScaledDotProduct, GivesTheSameContextWithAndWithoutATrace) {
  const Inputs in = grouped_inputs(2, 4, 2, 150, 300);
  AttentionOptions options;
  options.scale = 0.4f;
  options.temperature = 0.6f;
  for (const Mask& mask : {Mask::none(), Mask::causal_at()}) {
    EXPECT_TRUE(all_near(scaled_dot_product_attention(in.q, in.k, in.v, mask, options),
                         trace_of(in, mask, options).context, reduction_tolerance(300)));
  }
  options.dropout = {0.5f, 3};
  EXPECT_TRUE(identical(scaled_dot_product_attention(in.q, in.k, in.v, Mask::none(), options),
                        trace_of(in, Mask::none(), options).context));
}

}  // namespace
}  // namespace attn
