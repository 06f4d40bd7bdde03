// How the options of multi-head attention relate to plain attention, and gradients in edge cases.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "attention/multi_head.h"
#include "base/finite.h"
#include "ops/mask_patterns.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/multi_head_gradients.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

AttentionTrace trace_of(const MultiHead& layer, const Tensor& x, const Mask& mask,
                        const MultiHeadOptions& options = {}) {
  AttentionTrace trace;
  layer.forward(x, x, x, mask, options, &trace);
  return trace;
}

class MultiHeadOptionsOf : public testing::TestWithParam<MaskKind> {};

// TEST-CASES 13, 26, 30: intermediates with options that multi_head_test leaves at their defaults
TEST_P(MultiHeadOptionsOf, MatchReferenceInScoresAndWeights) {
  for (const auto positions : {AttentionPositions::kRotary, AttentionPositions::kAlibi,
                               AttentionPositions::kRelativeBuckets}) {
    MultiHeadCase c{{12, 4, true}, 2, 5, 7, GetParam()};
    c.config.num_kv_heads = 2;
    c.config.d_head = 6;
    c.config.d_v = 5;
    c.config.d_key = 9;
    c.config.d_value = 10;
    c.config.temperature = 0.75f;
    c.config.positions = positions;
    const MultiHeadSetting s(c);
    AttentionTrace trace;
    s.layer.forward(s.query, s.key, s.value, s.masking.mask, {}, &trace);
    const reference::FullTrace expected = reference::full_trace(c.config, s.values, s.call);
    EXPECT_TRUE(all_near(trace.masked_scores, expected.masked_scores, 2e-5));
    EXPECT_TRUE(all_near(trace.weights, expected.weights, 2e-5));
    EXPECT_TRUE(all_near(trace.concat, expected.concat, 2e-5));
    EXPECT_TRUE(all_near(trace.output, expected.output, 2e-5));
    EXPECT_TRUE(trace.dropped_weights.empty());
  }
}

TEST_P(MultiHeadOptionsOf, GiveTheSameBitsWhenOnlyWeightsAreTraced) {
  MultiHeadCase c{{12, 4, true}, 2, 5, 7, GetParam()};
  c.config.num_kv_heads = 2;
  c.config.d_head = 6;
  c.config.positions = AttentionPositions::kRotary;
  const MultiHeadSetting s(c);
  for (const double probability : {0.0, 0.5}) {
    MultiHeadOptions options;
    options.hooks = hooks_of({1, 0, 1, 1});
    options.dropout = {probability, 3};
    AttentionTrace full, weights_only;
    weights_only.keep = Keep::kWeights;
    s.layer.forward(s.query, s.key, s.value, s.masking.mask, options, &full);
    const Tensor output =
        s.layer.forward(s.query, s.key, s.value, s.masking.mask, options, &weights_only);
    EXPECT_EQ(weights_only.weights.data, full.weights.data);
    EXPECT_EQ(output.data, full.output.data);
    EXPECT_TRUE(weights_only.scores.empty() && weights_only.q.empty() &&
                weights_only.concat.empty());
    EXPECT_TRUE(weights_only.output.empty());
  }
}
INSTANTIATE_TEST_SUITE_P(All, MultiHeadOptionsOf, testing::ValuesIn(all_masks()));

// Repeats the columns of each key/value head for every query head that reads it.
template <class Parameter>
Parameter repeated_heads(const Parameter& w, Index from, Index to) {
  const Index width = w.cols() / from;
  Parameter all(w.rows(), width * to);
  for (Index h = 0; h < to; ++h) {
    all.middleCols(h * width, width) = w.middleCols(h * from / to * width, width);
  }
  return all;
}

TEST(MultiHeadOptions, GroupedQueriesEqualRepeatedKeysAndValues) {
  for (const Index num_kv_heads : {1, 2, 4}) {
    MultiHeadConfig grouped{8, 4, true}, full{8, 4, true};
    grouped.num_kv_heads = num_kv_heads;
    grouped.positions = full.positions = AttentionPositions::kRotary;
    const MultiHeadParameters p = random_parameters(grouped, 1);
    MultiHeadParameters all = p;
    all.w_k = repeated_heads(p.w_k, num_kv_heads, 4);
    all.w_v = repeated_heads(p.w_v, num_kv_heads, 4);
    all.b_k = repeated_heads(p.b_k, num_kv_heads, 4);
    all.b_v = repeated_heads(p.b_v, num_kv_heads, 4);
    const Tensor x = random_sequence(2, 5, 8, 1);
    EXPECT_TRUE(identical(MultiHead(grouped, p).forward(x, x, x, Mask::causal_at()),
                          MultiHead(full, all).forward(x, x, x, Mask::causal_at())));
  }
}

TEST(MultiHeadOptions, ZeroMeansTheDefault) {
  MultiHeadConfig named{8, 2, true};
  named.num_kv_heads = 2;
  named.d_head = named.d_v = 4;
  named.d_key = named.d_value = 8;
  const MultiHeadConfig resolved = MultiHeadConfig{8, 2, true}.resolved();
  EXPECT_EQ(resolved.num_kv_heads, 2);
  EXPECT_EQ(resolved.d_head, 4);
  EXPECT_EQ(resolved.d_v, 4);
  EXPECT_EQ(resolved.d_key, 8);
  EXPECT_EQ(resolved.d_value, 8);
  const Tensor x = random_sequence(1, 5, 8, 1);
  EXPECT_TRUE(identical(layer_of(named).forward(x, x, x, Mask::none()),
                        layer_of({8, 2, true}).forward(x, x, x, Mask::none())));
}

TEST(MultiHeadOptions, AWindowOfTheFullLengthIsFullAttention) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(1, 6, 8, 1);
  Mask mask;
  mask.window = Window{6, 6};
  EXPECT_TRUE(identical(layer.forward(x, x, x, mask), layer.forward(x, x, x, Mask::none())));
}

TEST(MultiHeadOptions, RotaryAndAlibiScoresDependOnlyOnTheDistance) {
  for (const auto positions : {AttentionPositions::kRotary, AttentionPositions::kAlibi,
                               AttentionPositions::kRelativeBuckets}) {
    MultiHeadConfig config{8, 2, true};
    config.positions = positions;
    Tensor x({"query", "d_model"}, {9, 8});
    const Tensor token = random_sequence(0, 1, 8, 3);
    for (Index i = 0; i < 9; ++i) x.matrix().row(i) = token.matrix().row(0);
    const AttentionTrace trace = trace_of(layer_of(config), x, Mask::none());
    for (Index h = 0; h < 2; ++h) {
      const ConstMatrixMap scores = trace.masked_scores.matrix(h);
      for (Index i = 1; i < 9; ++i) {
        for (Index j = 1; j < 9; ++j) EXPECT_NEAR(scores(i, j), scores(i - 1, j - 1), 1e-5);
      }
      EXPECT_GT(std::abs(scores(8, 0) - scores(8, 8)), 1e-4);
    }
  }
}

TEST(MultiHeadOptions, ADisabledHeadAddsNothing) {
  const MultiHead layer = layer_of({12, 3, true});
  const Tensor x = random_sequence(2, 5, 12, 1);
  const AttentionTrace on = trace_of(layer, x, Mask::none());
  const AttentionTrace off = trace_of(layer, x, Mask::none(), {{}, hooks_of({1, 0, 1})});
  EXPECT_TRUE(identical(off.weights, on.weights));
  for (Index b = 0; b < 2; ++b) {
    EXPECT_EQ(off.context.matrix(3 * b + 1), Matrix::Zero(5, 4));
    EXPECT_EQ(off.context.matrix(3 * b + 2), on.context.matrix(3 * b + 2));
    EXPECT_EQ(off.concat.matrix(b).middleCols(4, 4), Matrix::Zero(5, 4));
  }
  const AttentionTrace none = trace_of(layer, x, Mask::none(), {{}, hooks_of({0, 0, 0})});
  EXPECT_EQ(none.output.matrix().row(3), layer.parameters().b_o);
}

TEST(MultiHeadOptions, AHeadThatTheLayerDoesNotHaveCannotBeDisabled) {
  const MultiHead layer = layer_of({12, 3, true});
  const Tensor x = random_sequence(2, 5, 12, 1);
  const AttentionTrace trace = trace_of(layer, x, Mask::none());
  for (const Index head : {-1, 3}) {
    MultiHeadOptions options;
    options.hooks = TraceHooks::heads_off({0, head});
    const std::string expected =
        "expected head of at least 0 and below 3, got " + std::to_string(head);
    EXPECT_EQ(refusal([&] { layer.forward(x, x, x, Mask::none(), options); }), expected);
    EXPECT_EQ(refusal([&] { layer.backward(x, x, x, Mask::none(), options, trace, x); }), expected);
  }
}

// TEST-CASES 37
TEST(MultiHeadOptions, DropoutOfASingleKeyScalesItByTheInverseKeepRateOrZeroesIt) {
  MultiHeadOptions options;
  options.dropout = {0.1, 3};
  const MultiHead layer = layer_of({8, 8, true});
  const Tensor x = random_sequence(20, 1, 8, 1);
  const AttentionTrace trace = trace_of(layer, x, Mask::none(), options);
  Index dropped = 0;
  for (std::size_t i = 0; i < trace.weights.data.size(); ++i) {
    EXPECT_EQ(trace.weights.data[i], 1);
    const float weight = trace.dropped_weights.data[i];
    dropped += weight == 0;
    if (weight != 0) {
      EXPECT_FLOAT_EQ(weight, 1 / 0.9f);
    }
    EXPECT_FLOAT_EQ(trace.context.data[i], weight * trace.v.data[i]);
  }
  EXPECT_GT(dropped, 3);
  EXPECT_LT(dropped, 40);
  const AttentionTrace evaluated = trace_of(layer, x, Mask::none());
  EXPECT_TRUE(evaluated.dropped_weights.empty());
  EXPECT_EQ(evaluated.context.data, evaluated.v.data);
}

// TEST-CASES 16, 38, as far as dropout goes
TEST(MultiHeadOptions, DropoutIsTheSameWithAndWithoutATraceAndForTheSameSeed) {
  MultiHeadOptions options;
  options.dropout = {0.4, 9};
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(2, 6, 8, 1);
  const Tensor output = layer.forward(x, x, x, Mask::causal_at(), options);
  EXPECT_TRUE(identical(trace_of(layer, x, Mask::causal_at(), options).output, output));
  options.dropout.seed = 10;
  EXPECT_FALSE(identical(layer.forward(x, x, x, Mask::causal_at(), options), output));
}

// TEST-CASES 18, 35
TEST(MultiHeadOptions, ABatchItemHasTheSameGradientAloneAsInABatch) {
  MultiHeadConfig config{8, 4, true};
  config.num_kv_heads = 2;
  config.positions = AttentionPositions::kRotary;
  const MultiHead layer = layer_of(config);
  const Tensor x = random_sequence(3, 5, 8, 1), d_output = random_sequence(3, 5, 8, 2);
  const MultiHeadGradients together = layer.backward(
      x, x, x, Mask::causal_at(), {}, trace_of(layer, x, Mask::causal_at()), d_output);
  for (const Index item : {0, 2}) {
    const Tensor one = batch_item(x, item);
    const MultiHeadGradients alone =
        layer.backward(one, one, one, Mask::causal_at(), {},
                       trace_of(layer, one, Mask::causal_at()), batch_item(d_output, item));
    EXPECT_TRUE(identical(batch_item(together.d_query, item), alone.d_query));
    EXPECT_TRUE(identical(batch_item(together.d_key, item), alone.d_key));
    EXPECT_TRUE(identical(batch_item(together.d_value, item), alone.d_value));
  }
}

// TEST-CASES 35
TEST(MultiHeadOptions, UnbatchedGradientsEqualThoseOfABatchOfOne) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor flat = random_sequence(0, 5, 8, 1), d_output = random_sequence(0, 5, 8, 2);
  const Tensor batched({"batch", "query", "d_model"}, {1, 5, 8}, flat.data);
  const Tensor d_batched({"batch", "query", "d_model"}, {1, 5, 8}, d_output.data);
  const Mask mask = Mask::causal_at();
  const MultiHeadGradients a =
      layer.backward(flat, flat, flat, mask, {}, trace_of(layer, flat, mask), d_output);
  const MultiHeadGradients b = layer.backward(batched, batched, batched, mask, {},
                                              trace_of(layer, batched, mask), d_batched);
  EXPECT_EQ(a.d_query.shape, flat.shape);
  EXPECT_EQ(a.d_query.data, b.d_query.data);
  EXPECT_EQ(a.parameters.w_k, b.parameters.w_k);
}

// TEST-CASES 15
TEST(MultiHeadOptions, AFullyMaskedRowKeepsGradientsFiniteAndOtherRowsUnchanged) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor query = random_sequence(1, 4, 8, 1), key = random_sequence(1, 5, 8, 2);
  Mask open, closed;
  open.attend = Attend{{1, 1, 4, 5}, std::vector<std::uint8_t>(20, 1)};
  closed = open;
  std::fill_n(closed.attend->allowed.begin() + 5, 5, std::uint8_t{0});  // the second query
  Tensor d_output = random_sequence(1, 4, 8, 3);
  const auto gradients = [&](const Mask& mask) {
    AttentionTrace trace;
    layer.forward(query, key, key, mask, {}, &trace);
    return layer.backward(query, key, key, mask, {}, trace, d_output);
  };
  const MultiHeadGradients with = gradients(closed);
  MultiHeadParameters::for_each(with.parameters, [](const char* name, const auto& parameter) {
    EXPECT_TRUE(parameter.allFinite()) << name;
  });
  EXPECT_EQ(with.d_query.matrix().row(1), RowVector::Zero(8));
  const MultiHeadGradients without_mask = gradients(open);
  for (const Index i : {0, 2, 3}) {
    EXPECT_EQ(with.d_query.matrix().row(i), without_mask.d_query.matrix().row(i));
  }
  // Keys and values get the same gradients as with a zero gradient for that query.
  d_output.matrix().row(1).setZero();
  const MultiHeadGradients none_flows = gradients(open);
  EXPECT_TRUE(with.d_key.matrix().isApprox(none_flows.d_key.matrix(), 1e-6f));
  EXPECT_TRUE(with.d_value.matrix().isApprox(none_flows.d_value.matrix(), 1e-6f));
}

// TEST-CASES 21
TEST(MultiHeadOptions, AMaskedNaNTokenChangesNoGradient) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor query = random_sequence(1, 4, 8, 1);
  const Mask mask = padding_mask({1, 1, 0, 1, 0}, 1, 4, 5);
  const Tensor d_output = random_sequence(1, 4, 8, 3);
  const auto gradients = [&](const Tensor& key) {
    AttentionTrace trace;
    layer.forward(query, key, key, mask, {}, &trace);
    return layer.backward(query, key, key, mask, {}, trace, d_output);
  };
  Tensor key = random_sequence(1, 5, 8, 2);
  const MultiHeadGradients expected = gradients(key);
  for (const float special : {kNaN, kInfinity}) {
    key.matrix().row(2).setConstant(special);
    key.matrix()(4, 3) = special;
    const MultiHeadGradients got = gradients(key);
    EXPECT_TRUE(identical(got.d_query, expected.d_query));
    EXPECT_TRUE(identical(got.d_key, expected.d_key));
    EXPECT_TRUE(identical(got.d_value, expected.d_value));
    EXPECT_EQ(got.d_key.matrix().row(2), RowVector::Zero(8));
    EXPECT_EQ(got.parameters.w_k, expected.parameters.w_k);
    EXPECT_EQ(got.parameters.w_v, expected.parameters.w_v);
    EXPECT_EQ(got.parameters.b_k, expected.parameters.b_k);
  }
}

TEST(MultiHeadOptions, ScoreBiasGradientsAreZeroAtExcludedCells) {
  for (const auto positions : {AttentionPositions::kNone, AttentionPositions::kAlibi}) {
    MultiHeadCase c{{6, 2, true}, 2, 3, 4, MaskKind::kSharedBias};
    c.config.positions = positions;
    const MultiHeadSetting s(c);
    AttentionTrace trace;
    s.layer.forward(s.query, s.key, s.value, s.masking.mask, {}, &trace);
    const Tensor d_output = random_sequence(2, 3, 6, 4);
    const Tensor d_bias =
        s.layer.backward(s.query, s.key, s.value, s.masking.mask, {}, trace, d_output).d_score_bias;
    const Tensor& bias = *s.masking.mask.score_bias;
    EXPECT_EQ(d_bias.shape, bias.shape);
    Index excluded = 0;
    for (std::size_t cell = 0; cell < bias.data.size(); ++cell) {
      if (!std::isinf(bias.data[cell])) continue;
      ++excluded;
      EXPECT_EQ(d_bias.data[cell], 0);
    }
    EXPECT_GT(excluded, 0);
  }
}

}  // namespace
}  // namespace attn
