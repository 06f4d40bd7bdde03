#include "attention/multi_head.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "attention/head_layout.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/highway_target.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/reference_multi_head.h"
#include "support/refusal.h"
#include "support/same_bits.h"

namespace attn {
namespace {

AttentionTrace trace_of(const MultiHead& layer, const Tensor& query, const Tensor& key,
                        const Mask& mask) {
  AttentionTrace trace;
  layer.forward(query, key, key, mask, {}, &trace);
  return trace;
}

// Parameters that leave the input unchanged: identity matrices and no bias.
MultiHeadParameters identity_parameters(Index d_model) {
  MultiHeadParameters parameters;
  for (Matrix* w : {&parameters.w_q, &parameters.w_k, &parameters.w_v, &parameters.w_o}) {
    *w = Matrix::Identity(d_model, d_model);
  }
  return parameters;
}

// TEST-CASES 4: √d_head = 2 turns a dot product of 2 into 1; √d_model would give 0.707.
TEST(MultiHead, ScalesByDHeadNotByDModel) {
  const MultiHead layer({8, 2, false}, identity_parameters(8));
  const Tensor x({"query", "d_model"}, {1, 8}, {1, 1, 0, 0, 1, 0, 1, 0});
  EXPECT_EQ(trace_of(layer, x, x, Mask::none()).scores.data, (std::vector<float>{1, 1}));
}

// TEST-CASES 27
TEST(MultiHead, EachHeadFillsItsOwnColumns) {
  const MultiHead layer({6, 3, false}, identity_parameters(6));
  const Tensor x({"query", "d_model"}, {1, 6}, {1, 2, 3, 4, 5, 6});
  const AttentionTrace trace = trace_of(layer, x, x, Mask::none());
  EXPECT_EQ(trace.v.data, x.data);
  EXPECT_EQ(trace.v.matrix(2)(0, 0), 5);
  EXPECT_EQ(trace.concat.data, x.data);
  EXPECT_EQ(trace.output.data, x.data);
}

struct Shape {
  Index d_model, num_heads;
  bool bias;
  Index batch, n_query, n_key;  // a batch of 0 is unbatched
};

void PrintTo(const Shape& s, std::ostream* out) {
  *out << "d_model " << s.d_model << ", num_heads " << s.num_heads << ", bias " << s.bias
       << ", batch " << s.batch << ", n_query " << s.n_query << ", n_key " << s.n_key;
}

class MultiHeadShapes : public testing::TestWithParam<std::tuple<Shape, MaskKind>> {};

// TEST-CASES 16, 28, 31
TEST_P(MultiHeadShapes, MatchReferenceInEveryIntermediate) {
  const auto& [s, kind] = GetParam();
  const MultiHeadConfig config{s.d_model, s.num_heads, s.bias};
  const MultiHead layer = layer_of(config);
  const Index batch = s.batch == 0 ? 1 : s.batch;
  const Tensor query = random_sequence(s.batch, s.n_query, s.d_model, 1);
  const Tensor key = random_sequence(s.batch, s.n_key, s.d_model, 2);
  const Tensor value = random_sequence(s.batch, s.n_key, s.d_model, 3);
  const MaskCase masking = mask_case(kind, {batch, s.num_heads, s.n_query, s.n_key});

  AttentionTrace trace;
  const Tensor output = layer.forward(query, key, value, masking.mask, {}, &trace);
  std::map<std::string, std::vector<double>> expected;
  reference::Values values = reference::values_of(layer.parameters(), query, key, value);
  values.at_field = [&](const std::string& field, std::vector<double>& x) { expected[field] = x; };
  reference::multi_head_output(config, values, {batch, s.n_query, s.n_key, masking.rule});

  const double tolerance = 4 * reduction_tolerance(2 * s.d_model + s.n_key);
  std::size_t num_compared = 0;
  AttentionTrace::for_each(trace, [&](const char* name, const Tensor& field) {
    const auto found = expected.find(name);
    if (found == expected.end()) return;
    EXPECT_TRUE(all_near(field, found->second, tolerance)) << name;
    ++num_compared;
  });
  EXPECT_EQ(num_compared, 9u);  // all but dropped_weights and row_status

  EXPECT_EQ(output.shape, query.shape);
  EXPECT_EQ(output.axes, query.axes);
  EXPECT_EQ(trace.output.data, output.data);
  EXPECT_TRUE(identical(layer.forward(query, key, value, masking.mask), output));
}
INSTANTIATE_TEST_SUITE_P(
    All, MultiHeadShapes,
    testing::Combine(testing::Values(Shape{8, 2, true, 1, 6, 6}, Shape{8, 1, true, 2, 5, 5},
                                     Shape{8, 8, false, 0, 5, 7}, Shape{9, 3, true, 2, 7, 4},
                                     Shape{15, 5, false, 3, 3, 9}, Shape{1, 1, true, 0, 4, 4},
                                     Shape{32, 4, true, 2, 17, 16}),
                     testing::ValuesIn(all_masks())));

TEST(MultiHead, NamesTheAxesOfItsTrace) {
  const Tensor x = random_sequence(0, 5, 6, 1), y = random_sequence(0, 7, 6, 2);
  const AttentionTrace t = trace_of(layer_of({6, 2, true}), x, y, Mask::none());
  EXPECT_EQ(t.q.shape_text(), "[batch 1, head 2, query 5, d_head 3]");
  EXPECT_EQ(t.k.shape_text(), "[batch 1, head 2, key 7, d_head 3]");
  EXPECT_EQ(t.v.shape_text(), "[batch 1, head 2, key 7, d_head 3]");
  for (const Tensor* n_by_n : {&t.scores, &t.masked_scores, &t.weights}) {
    EXPECT_EQ(n_by_n->shape_text(), "[batch 1, head 2, query 5, key 7]");
  }
  EXPECT_EQ(t.row_status.shape_text(), "[batch 1, head 2, query 5]");
  EXPECT_EQ(t.context.shape_text(), "[batch 1, head 2, query 5, d_head 3]");
  EXPECT_EQ(t.concat.shape_text(), "[batch 1, query 5, d_model 6]");
  EXPECT_EQ(t.output.shape_text(), "[batch 1, query 5, d_model 6]");
}

TEST(MultiHead, AReusedTraceEqualsANewOne) {
  MultiHeadConfig grouped{8, 4, true};
  grouped.num_kv_heads = 2;
  grouped.d_v = 3;
  MultiHeadOptions dropping;
  dropping.dropout = {0.5f, 3};
  AttentionTrace again;
  for (const MultiHeadOptions& options : {MultiHeadOptions(), dropping, MultiHeadOptions()}) {
    for (const MultiHeadConfig& config : {MultiHeadConfig{8, 2, true}, grouped}) {
      for (const Index n : {5, 5, 7, 0}) {
        const MultiHead layer = layer_of(config);
        const Tensor x = random_sequence(2, n, 8, static_cast<std::uint64_t>(n));
        AttentionTrace fresh;
        layer.forward(x, x, x, Mask::causal_at(), options, &fresh);
        layer.forward(x, x, x, Mask::causal_at(), options, &again);
        std::vector<const Tensor*> expected;
        AttentionTrace::for_each(
            fresh, [&](const char*, const Tensor& tensor) { expected.push_back(&tensor); });
        AttentionTrace::for_each(again, [&, i = 0](const char* name, const Tensor& tensor) mutable {
          EXPECT_EQ(tensor.axes, expected[i]->axes) << name;
          EXPECT_TRUE(identical(tensor, *expected[i++])) << name;
        });
      }
    }
  }
}

TEST(AttentionTrace, VisitsItsFieldsInTheOrderOfTheFormula) {
  std::vector<std::string> names;
  AttentionTrace trace;
  AttentionTrace::for_each(trace, [&](const char* name, const Tensor& tensor) {
    EXPECT_TRUE(tensor.empty());
    names.push_back(name);
  });
  EXPECT_EQ(names, (std::vector<std::string>{"q", "k", "v", "scores", "masked_scores", "weights",
                                             "dropped_weights", "row_status", "context", "concat",
                                             "output"}));
}

// TEST-CASES 14
TEST(MultiHead, AQueryThatMayAttendToNothingGetsTheOutputBias) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(1, 3, 8, 1);
  const AttentionTrace trace = trace_of(layer, x, x, padding_mask({0, 0, 0}, 1, 3, 3));
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(trace.output.matrix().row(i), layer.parameters().b_o);
  for (const float status : trace.row_status.data) {
    EXPECT_EQ(status, static_cast<float>(RowStatus::kNothingToAttend));
  }
}

// TEST-CASES 18, 35
TEST(MultiHead, ABatchItemHasTheSameBitsAloneAsInABatch) {
  const MultiHead layer = layer_of({12, 3, true});
  const Tensor query = random_sequence(3, 5, 12, 1), key = random_sequence(3, 7, 12, 2);
  Mask mask;
  mask.attend = Attend{{3, 1, 5, 7}, std::vector<std::uint8_t>(105, 1)};
  std::fill_n(mask.attend->allowed.begin() + 35, 35,
              std::uint8_t{0});  // fully masks the second item
  const Tensor together = layer.forward(query, key, key, mask);
  for (const Index item : {0, 2}) {
    const Tensor alone = layer.forward(batch_item(query, item), batch_item(key, item),
                                       batch_item(key, item), Mask::none());
    EXPECT_TRUE(same_bits(batch_item(together, item), alone)) << "item " << item;
  }
}

// TEST-CASES 35
TEST(MultiHead, UnbatchedEqualsABatchOfOne) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor flat = random_sequence(0, 5, 8, 1);
  const Tensor batched({"batch", "query", "d_model"}, {1, 5, 8}, flat.data);
  const Tensor output = layer.forward(flat, flat, flat, Mask::causal_at());
  EXPECT_EQ(output.shape_text(), "[query 5, d_model 8]");
  EXPECT_EQ(output.data, layer.forward(batched, batched, batched, Mask::causal_at()).data);
}

// TEST-CASES 31
TEST(MultiHead, NoBiasIsAZeroBiasInAllProjections) {
  const MultiHeadParameters with = MultiHeadParameters::random({8, 2, true}, 3);
  const MultiHeadParameters without = MultiHeadParameters::random({8, 2, false}, 3);
  const Tensor x = random_sequence(1, 4, 8, 1);
  EXPECT_TRUE(identical(MultiHead({8, 2, true}, with).forward(x, x, x, Mask::none()),
                        MultiHead({8, 2, false}, without).forward(x, x, x, Mask::none())));
}

class MultiHeadOn : public testing::TestWithParam<std::int64_t> {};

// Covers the number of rows from which fused projections are no longer stored side by side.
TEST_P(MultiHeadOn, FusedProjectionsEqualSeparateOnes) {
  const OnTargets only(GetParam());
  MultiHeadConfig config{128, 4, true};
  config.num_kv_heads = 2;
  config.positions = AttentionPositions::kRotary;
  const MultiHead layer(config, random_parameters(config, 3));
  for (const Index n : {63, 64, 65, 150}) {
    const Tensor x = random_sequence(2, n, 128, 1), same = x;
    EXPECT_TRUE(identical(layer.forward(x, x, x, Mask::causal_at()),
                          layer.forward(x, same, same, Mask::causal_at())))
        << n;
  }
}
INSTANTIATE_TEST_SUITE_P(Targets, MultiHeadOn, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

// TEST-CASES 33
TEST(MultiHead, AveragedWeightsAreTheMeanOverHeads) {
  const Tensor x = random_sequence(2, 5, 12, 1);
  const AttentionTrace trace = trace_of(layer_of({12, 3, true}), x, x, Mask::causal_at());
  const Tensor mean = average_heads(trace.weights);
  EXPECT_EQ(trace.weights.shape_text(), "[batch 2, head 3, query 5, key 5]");
  EXPECT_EQ(mean.shape_text(), "[batch 2, query 5, key 5]");
  for (Index b = 0; b < 2; ++b) {
    const Matrix sum = trace.weights.matrix(3 * b) + trace.weights.matrix(3 * b + 1) +
                       trace.weights.matrix(3 * b + 2);
    EXPECT_TRUE(mean.matrix(b).isApprox(sum / 3, 1e-6f));
  }
}

// TEST-CASES 24
TEST(MultiHead, UnderACausalMaskLaterTokensLeaveEarlierOutputsBitIdentical) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(0, 7, 8, 1);
  const Tensor before = layer.forward(x, x, x, Mask::causal_at());
  for (Index t = 0; t < 7; ++t) {
    Tensor changed = x;
    changed.matrix().row(t).setConstant(3);
    const Tensor after = layer.forward(changed, changed, changed, Mask::causal_at());
    EXPECT_EQ(after.matrix().topRows(t), before.matrix().topRows(t));
    EXPECT_NE(after.matrix().row(t), before.matrix().row(t));
  }
}

// TEST-CASES 41
TEST(MultiHead, AcceptsEmptySequences) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor none = random_sequence(2, 0, 8, 1), some = random_sequence(2, 3, 8, 2);
  EXPECT_EQ(layer.forward(none, some, some, Mask::none()).shape, none.shape);
  const Tensor output = layer.forward(some, none, none, Mask::none());
  for (Index b = 0; b < 2; ++b) {
    for (Index i = 0; i < 3; ++i) EXPECT_EQ(output.matrix(b).row(i), layer.parameters().b_o);
  }
}

// TEST-CASES 29
TEST(MultiHead, RefusesADModelThatNumHeadsDoesNotDivide) {
  EXPECT_EQ(refusal([] { MultiHeadParameters::random({8, 3, true}, 1); }),
            "expected num_heads to divide d_model 8, got 3");
  EXPECT_EQ(refusal([] { MultiHead({8, 3, false}, identity_parameters(8)); }),
            "expected num_heads to divide d_model 8, got 3");
  EXPECT_EQ(refusal([] { MultiHead({0, 3, true}, {}); }), "expected d_model of at least 1, got 0");
  EXPECT_EQ(refusal([] { MultiHead({8, -1, true}, {}); }),
            "expected num_heads of at least 1, got -1");
}

// TEST-CASES 43
TEST(MultiHead, NamesAParameterOfTheWrongShape) {
  MultiHeadParameters wide = random_parameters({8, 2, true}, 1);
  wide.w_k.resize(8, 6);
  EXPECT_EQ(refusal([&] { MultiHead({8, 2, true}, wide); }),
            "expected w_k of shape [8, 8], got [8, 6]");
  MultiHeadParameters short_bias = random_parameters({8, 2, true}, 1);
  short_bias.b_o.resize(6);
  EXPECT_EQ(refusal([&] { MultiHead({8, 2, true}, short_bias); }),
            "expected b_o of shape [8] with bias true, got [6]");
  EXPECT_EQ(refusal([&] { MultiHead({8, 2, false}, random_parameters({8, 2, true}, 1)); }),
            "expected b_q of shape [0] with bias false, got [8]");
}

// TEST-CASES 30, 43
TEST(MultiHead, NamesAnInputOfTheWrongShape) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(2, 5, 8, 1);
  const auto message = [&](const Tensor& query, const Tensor& key, const Tensor& value) {
    return refusal([&] { layer.forward(query, key, value, Mask::none()); });
  };
  EXPECT_EQ(
      message(random_sequence(2, 5, 6, 1), x, x),
      "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 8 and "
      "at least one batch item, got [batch 2, query 5, d_model 6]");
  EXPECT_EQ(message(x, random_sequence(3, 5, 8, 1), x),
            "expected key of shape [batch, key, d_model] to go with query [batch 2, query 5, "
            "d_model 8], got [batch 3, query 5, d_model 8]");
  EXPECT_EQ(message(x, x, random_sequence(2, 4, 8, 1)),
            "expected value of the shape of key [batch 2, query 5, d_model 8], got [batch 2, query "
            "4, d_model 8]");
  EXPECT_EQ(message(x, random_sequence(0, 5, 8, 1), x),
            "expected key of shape [batch, key, d_model] to go with query [batch 2, query 5, "
            "d_model 8], got [query 5, d_model 8]");
  EXPECT_EQ(message(x, random_sequence(2, 5, 6, 1), x),
            "expected key of shape [batch, key, d_model] to go with query [batch 2, query 5, "
            "d_model 8], got [batch 2, query 5, d_model 6]");
  EXPECT_EQ(message(Tensor({"d_model"}, {8}), x, x),
            "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 8 "
            "and at least one batch item, got [d_model 8]");
  EXPECT_EQ(message(Tensor(), Tensor(), Tensor()),
            "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 8 "
            "and at least one batch item, got []");
  EXPECT_EQ(message(Tensor({"batch", "query", "d_model"}, {0, 5, 8}), x, x),
            "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 8 "
            "and at least one batch item, got [batch 0, query 5, d_model 8]");
}

TEST(MultiHeadParameters, ForEachVisitsEveryParameterByName) {
  std::string names;
  const MultiHeadParameters parameters = MultiHeadParameters::random({4, 2, false}, 1);
  MultiHeadParameters::for_each(parameters, [&](const char* name, const auto& parameter) {
    names += std::string(name) + ":" + std::to_string(parameter.size()) + " ";
  });
  EXPECT_EQ(names, "w_q:16 b_q:0 w_k:16 b_k:0 w_v:16 b_v:0 w_o:16 b_o:0 relative_bias:0 ");
}

// TEST-CASES 38, as far as parameters go
TEST(MultiHeadParameters, TheSameSeedGivesTheSameParametersAndMatricesDiffer) {
  const MultiHeadParameters a = MultiHeadParameters::random({8, 2, true}, 9);
  const MultiHeadParameters b = MultiHeadParameters::random({8, 4, false}, 9);
  EXPECT_EQ(a.w_q, b.w_q);
  EXPECT_EQ(a.w_o, b.w_o);
  EXPECT_NE(a.w_q, a.w_k);
  EXPECT_NE(a.w_k, a.w_v);
  EXPECT_NE(a.w_v, a.w_o);
  EXPECT_NE(a.w_q, MultiHeadParameters::random({8, 2, true}, 10).w_q);
  EXPECT_EQ(a.b_o, RowVector::Zero(8));
}

TEST(MultiHeadParameters, HaveGlorotVariance) {
  const Matrix w = MultiHeadParameters::random({64, 1, false}, 1).w_v;
  EXPECT_NEAR(w.array().square().mean() * 64, 1, 0.06);
}

// FNV-1a over the bits of every intermediate. The native run uses a target without fused
// multiply-add, like wasm.
TEST(MultiHead, GivesTheSameBitsNativelyAsInWasm) {
  const OnTargets without_fma(HWY_SSE4);
  const Tensor x = random_sequence(2, 13, 24, 1);
  const AttentionTrace trace = trace_of(layer_of({24, 3, true}), x, x, Mask::causal_at());
  std::string bits;
  AttentionTrace::for_each(trace, [&](const char*, const Tensor& tensor) {
    if (tensor.empty()) return;
    const std::size_t start = bits.size(), bytes = tensor.data.size() * sizeof(float);
    bits.resize(start + bytes);
    std::memcpy(bits.data() + start, tensor.data.data(), bytes);
  });
  EXPECT_EQ(stream_of(bits), 0x24048b83b8ef861au);
}

}  // namespace
}  // namespace attn
