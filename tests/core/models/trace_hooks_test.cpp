// Interventions at the fields of whole models.
#include "attention/trace_hooks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/finite.h"
#include "core/models/hooked_model.h"
#include "models/answers/number_gradients.h"
#include "support/refusal.h"

namespace attn {
namespace {

using Change = Intervention::Change;

class Hooks : public HookedModel {};
INSTANTIATE_TEST_SUITE_P(Kinds, Hooks, testing::ValuesIn(model_cases()), name_of_model());

TEST_P(Hooks, ReplacingAFieldByItselfChangesNothing) {
  TokenModelTrace plain = traced();
  for (const std::string& name : fields_of(plain)) {
    const TokenModelTrace replaced = traced(with({whole_field(name, field_of(plain, name).data)}));
    EXPECT_TRUE(identical(replaced.logits, plain.logits)) << name;
  }
}

// One head of size 1: w_q = w_k = w_v = w_o = 1.
MultiHead head_of_ones() {
  MultiHeadConfig config;
  config.d_model = config.num_heads = 1;
  config.bias = false;
  MultiHeadParameters p;
  p.w_q = p.w_k = p.w_v = p.w_o = Matrix::Ones(1, 1);
  return MultiHead(config, p);
}

Tensor one_and_two() { return Tensor({"batch", "query", "d_model"}, {1, 2, 1}, {1, 2}); }

// A masked key stays masked, whatever its score is multiplied by or shifted by.
TEST(Interventions, MultipliedOrShiftedMaskedScoresLeaveTheMask) {
  const MultiHead layer = head_of_ones();
  const Tensor x = one_and_two();
  for (const float value : {0.0f, -1.0f, 2.0f, kInfinity}) {
    for (const auto change : {Change::kMultiply, Change::kAdd}) {
      if (std::isinf(value) && change == Change::kMultiply) continue;
      MultiHeadOptions options;
      // Applies only to the masked key, whose value is not finite.
      std::vector<Index> index;
      if (std::isinf(value)) index = {0, 0, 0, 1};
      options.hooks = TraceHooks({{"", "masked_scores", index, {value}, change}});
      const Tensor output = layer.forward(x, x, x, Mask::causal_at(), options);
      EXPECT_EQ(output.data[0], 1) << value;
      EXPECT_TRUE(std::isfinite(output.data[1])) << value;
    }
  }
}

TEST(Interventions, ReplacedMaskedScoresReplaceThoseThatAreNotFinite) {
  const Tensor x = one_and_two();
  const MultiHead layer = head_of_ones();
  for (const float score : {kNaN, kInfinity, -kInfinity}) {
    SCOPED_TRACE(score);
    AttentionTrace trace;
    const auto output = [&](const std::vector<Index>& index, const Mask& mask) {
      MultiHeadOptions options;
      options.hooks = TraceHooks({{"", "scores", {}, {score}}, {"", "masked_scores", index, {0}}});
      return layer.forward(x, x, x, mask, options, &trace).data;
    };
    EXPECT_EQ(output({}, Mask::none()), (std::vector<float>{1.5f, 1.5f}));
    EXPECT_EQ(trace.weights.data, (std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f}));
    EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 0}));
    // Where the other key keeps its score, only the query that does not see it is finite.
    const std::vector<float> first = output({0, 0, Intervention::kAll, 0}, Mask::causal_at());
    EXPECT_EQ(first[0], 1);
    EXPECT_TRUE(std::isnan(first[1]));
  }
}

// Everything after the last encoder layer depends only on that layer's output.
TEST_P(Hooks, ALayersOutputFromOtherInputsGivesTheLogitsOfThoseInputs) {
  ModelInputs other = inputs_;
  for (Index& id : other.ids.ids) id = (id + 1) % 5;
  for (float& x : other.patches.data) x += 1;
  TokenModelTrace other_trace = traced({}, &other);
  ASSERT_FALSE(identical(other_trace.logits, traced().logits));
  const std::string layer = other_trace.has_decoder ? "encoder.layers." : "layers.";
  const std::string name = layer + std::to_string(config_.layers.num_layers - 1) + ".output";
  const PassOptions options = with({whole_field(name, field_of(other_trace, name).data)});
  EXPECT_TRUE(identical(traced(options).logits, other_trace.logits));
  EXPECT_TRUE(identical(model_.forward(inputs_, options), other_trace.logits));
}

TEST_P(Hooks, ASwitchedOffHeadHasContextZero) {
  const std::string attention = config_.architecture == Architecture::kEncoderDecoder
                                    ? "encoder.layers.0.attention"
                                    : "layers.0.attention";
  TokenModelTrace trace = traced(with({Intervention::head_off(attention, 1)}));
  const Tensor context = field_of(trace, attention + ".context");
  for (Index i = 0; i < context.matrix_count(); ++i) {
    EXPECT_EQ(context.matrix(i).isZero(0), i % context.shape[1] == 1);
  }
  EXPECT_FALSE(identical(trace.logits, traced().logits));
}

TEST_P(Hooks, UnknownFieldsAndWrongIndicesAreRefused) {
  const auto refused = [&](const Intervention& intervention) {
    return refusal([&] { traced(with({intervention})); });
  };
  EXPECT_EQ(refused({"layers.7.attention", "weights", {}, {0}}),
            "expected an intervention at a field of this model, or at a parameter of a "
            "projection, feed-forward, norm or untied head, got \"layers.7.attention.weights\"");
  EXPECT_TRUE(contains(refused({"", "logits", {0, 0, 99}, {0}}),
                       "expected an index of logits with shape [2, "));
  EXPECT_TRUE(contains(refused({"", "logits", {0, 0}, {0, 1}}), "values for logits, got 2"));
  // The same hooks, used again with shorter inputs.
  const PassOptions hooked = with({{"", "logits", {1}, {0}}});
  traced(hooked);
  ModelInputs one = inputs_;
  one.ids.ids.resize(one.ids.ids.size() / 2);
  one.target_ids.ids.resize(one.target_ids.ids.size() / 2);
  one.type_ids.ids.resize(one.type_ids.ids.size() / 2);
  one.key_padding.resize(one.key_padding.size() / 2);
  one.target_key_padding.resize(one.target_key_padding.size() / 2);
  one.ids.batch = one.target_ids.batch = one.type_ids.batch = 1;
  if (!one.patches.empty()) one.patches = batch_item(one.patches, 0);
  EXPECT_TRUE(
      contains(refusal([&] { model_.forward(one, hooked); }), "expected an index of logits"));
  EXPECT_EQ(refusal([&] { gradients_of("layers.7.attention.q", {0}, model_, inputs_); }),
            "expected a field of this model, got \"layers.7.attention.q\"");
  EXPECT_TRUE(contains(refusal([&] { gradients_of("logits", {0, 0}, model_, inputs_); }),
                       "expected an index of logits with shape [2, "));
}

// Softmax and context are computed by hand.
TEST(Interventions, EachFieldOfAttentionFollowsFromTheReplacedOne) {
  const MultiHead layer = head_of_ones();
  const Tensor x = one_and_two();
  const auto output = [&](const Intervention& intervention) {
    MultiHeadOptions options;
    options.hooks = TraceHooks({intervention});
    return layer.forward(x, x, x, Mask::none(), options);
  };
  const float ln_3 = std::log(3.0f);
  // weights (1/4, 3/4): 1/4 + 2 * 3/4
  EXPECT_NEAR(output({"", "weights", {0, 0, 1}, {0.25f, 0.75f}}).data[1], 1.75f, 1e-6f);
  // scores (0, ln 3): the same weights
  EXPECT_NEAR(output({"", "scores", {0, 0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  EXPECT_NEAR(output({"", "masked_scores", {0, 0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  // k (0, ln 3) and q 1 give these scores for the first query
  EXPECT_NEAR(output({"", "k", {0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  // q 0: equal weights
  EXPECT_NEAR(output({"", "q", {0, 0, 0}, {0}}).data[0], 1.5f, 1e-6f);
  EXPECT_NEAR(output({"", "v", {}, {5}}).data[0], 5, 1e-6f);
  // scores (1, 2) times ln 3: (0, ln 3) and another number in both
  EXPECT_NEAR(output({"", "scores", {0, 0, 0}, {ln_3}, Change::kMultiply}).data[0], 1.75f, 1e-6f);
  // One factor each: v (1, 2) becomes (3, 8)
  EXPECT_NEAR(output({"", "v", {}, {3, 4}, Change::kMultiply}).data[0] - 3, 5 * 0.7310586f, 1e-5f);

  // One summand each: v (1, 2) becomes (4, 6)
  EXPECT_NEAR(output({"", "v", {}, {3, 4}, Change::kAdd}).data[0] - 4, 2 * 0.7310586f, 1e-5f);

  EXPECT_EQ(output({"", "context", {Intervention::kAll, 0, 1}, {-2}}).data[1], -2);
  EXPECT_EQ(output({"", "concat", {0, 1, 0}, {-3}}).data[1], -3);
  EXPECT_EQ(output({"", "output", {0, 0}, {7}}).data[0], 7);
  EXPECT_EQ(output(Intervention::head_off("", 0)).data, (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace attn
