#include "attention/scaled_dot_product.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "core/attention/dot_product_inputs.h"
#include "ops/softmax.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

Tensor heads_of(Index n, Index width, std::vector<float> data, const char* n_axis = "key") {
  return Tensor({"batch", "head", n_axis, "d_head"}, {1, 1, n, width}, std::move(data));
}

Mask attend_of(Index n_query, Index n_key, std::vector<std::uint8_t> allowed) {
  Mask mask;
  mask.attend = Attend{{1, 1, n_query, n_key}, std::move(allowed)};
  return mask;
}

Inputs random_inputs(Index batch, Index num_heads, Index n_query, Index n_key, Index d_head,
                     Index d_v) {
  return {random_heads(batch, num_heads, n_query, d_head, "query", 1),
          random_heads(batch, num_heads, n_key, d_head, "key", 2),
          random_heads(batch, num_heads, n_key, d_v, "key", 3)};
}

RowStatus status_of(const AttentionTrace& trace, std::size_t row) {
  return static_cast<RowStatus>(static_cast<int>(trace.row_status.data[row]));
}

// TEST-CASES 1
TEST(ScaledDotProduct, OneKeyHasWeightOneAndPassesItsValue) {
  const Inputs in = random_inputs(1, 2, 3, 1, 4, 5);
  const AttentionTrace trace = trace_of(in, Mask::none());
  for (const float weight : trace.weights.data) EXPECT_EQ(weight, 1);
  for (Index h = 0; h < 2; ++h) {
    for (Index i = 0; i < 3; ++i) EXPECT_EQ(trace.context.matrix(h).row(i), in.v.matrix(h).row(0));
  }
}

// TEST-CASES 2
TEST(ScaledDotProduct, EqualKeysGetEqualWeightsAndGiveTheMeanValue) {
  const Tensor q = heads_of(1, 2, {3, -1}, "query"), k = heads_of(4, 2, {1, 2, 1, 2, 1, 2, 1, 2});
  const Tensor v = heads_of(4, 1, {1, 2, 4, 9});
  const AttentionTrace trace = trace_of({q, k, v}, Mask::none());
  EXPECT_EQ(trace.weights.data, std::vector<float>(4, 0.25f));
  EXPECT_EQ(trace.context.data, std::vector<float>{4});
}

// TEST-CASES 3, by hand: d_head 4, so a dot product of 2 ln 3 is a score of ln 3.
TEST(ScaledDotProduct, MatchesAHandComputedExample) {
  const float ln2 = 0.69314718f, ln3 = 1.09861229f;
  const Tensor q = heads_of(1, 4, {2, 0, 0, 0}, "query");
  const Tensor k = heads_of(3, 4, {0, 5, 0, 0, ln2, 0, 7, 0, ln3, 0, 0, 1});
  const Tensor v = heads_of(3, 2, {6, 0, 0, 6, 12, -6});
  const AttentionTrace trace = trace_of({q, k, v}, Mask::none());
  EXPECT_TRUE(all_near(trace.scores, {0, ln2, ln3}, 1e-7));
  EXPECT_TRUE(all_near(trace.weights, {1.0 / 6, 1.0 / 3, 0.5}, 1e-7));
  EXPECT_TRUE(all_near(trace.context, {7, -1}, 1e-6));
}

// TEST-CASES 8: the dot product, 4e38, is beyond float32.
TEST(ScaledDotProduct, AnOverflowingScoreIsFlaggedAndNaN) {
  for (const float sign : {1.0f, -1.0f}) {
    const Tensor q = heads_of(2, 4, {1e19f, 1e19f, 1e19f, 1e19f, 0, 1, 0, 0}, "query");
    const Tensor k =
        heads_of(2, 4, {sign * 1e19f, sign * 1e19f, sign * 1e19f, sign * 1e19f, 0, 1, 0, 0});
    const AttentionTrace trace = trace_of({q, k, heads_of(2, 1, {1, 2})}, Mask::none());
    EXPECT_EQ(trace.scores.data[0], sign * kInfinity);
    EXPECT_EQ(status_of(trace, 0), RowStatus::kNotFinite);
    EXPECT_TRUE(trace.weights.matrix().row(0).array().isNaN().all());
    EXPECT_TRUE(std::isnan(trace.context.data[0]));
    EXPECT_EQ(status_of(trace, 1), RowStatus::kOk);
    EXPECT_FALSE(std::isnan(trace.context.data[1]));

    // Without scores in the trace, they are computed in the storage of the weights.
    AttentionTrace weights_only;
    weights_only.keep = Keep::kWeights;
    scaled_dot_product_attention(q, k, heads_of(2, 1, {1, 2}), Mask::none(), {}, &weights_only);
    EXPECT_TRUE(weights_only.weights.matrix().row(0).array().isNaN().all());
    EXPECT_EQ(weights_only.weights.matrix().row(1), trace.weights.matrix().row(1));

    // With the cell masked, the overflow has no effect.
    const AttentionTrace masked =
        trace_of({q, k, heads_of(2, 1, {1, 2})}, attend_of(2, 2, {0, 1, 1, 1}));
    EXPECT_EQ(status_of(masked, 0), RowStatus::kOk);
    EXPECT_EQ(masked.context.data[0], 2);
  }
}

// TEST-CASES 9
TEST(ScaledDotProduct, ContextStaysBetweenTheValues) {
  const Inputs in = random_inputs(2, 3, 7, 9, 4, 5);
  const AttentionTrace trace = trace_of(in, Mask::none());
  for (Index i = 0; i < 6; ++i) {
    const Matrix v = in.v.matrix(i), weights = trace.weights.matrix(i);
    EXPECT_TRUE((weights.array() >= 0).all());
    for (Index row = 0; row < 7; ++row) {
      EXPECT_NEAR(weights.row(row).cast<double>().sum(), 1, 1e-6);
      for (Index c = 0; c < 5; ++c) {
        EXPECT_GE(trace.context.matrix(i)(row, c), v.col(c).minCoeff() - 1e-6);
        EXPECT_LE(trace.context.matrix(i)(row, c), v.col(c).maxCoeff() + 1e-6);
      }
    }
  }
}

// TEST-CASES 11
TEST(ScaledDotProduct, AttendAndABiasOfMinusInfinityGiveEqualNumbers) {
  const Inputs in = random_inputs(1, 1, 2, 3, 4, 4);
  Mask additive;
  additive.score_bias =
      Tensor({"batch", "head", "query", "key"}, {1, 1, 2, 3}, {0, -kInfinity, 0, -kInfinity, 0, 0});
  EXPECT_TRUE(
      identical(scaled_dot_product_attention(in.q, in.k, in.v, attend_of(2, 3, {1, 0, 1, 0, 1, 1})),
                scaled_dot_product_attention(in.q, in.k, in.v, additive)));
}

// With equal keys, each of n visible keys has weight 1 / n, and the context is their mean value.
TEST(ScaledDotProduct, MatchesAHandComputedExampleUnderAPrefixAndCausality) {
  const Tensor q = heads_of(4, 1, {1, -1, 2, 3}, "query"), k = heads_of(4, 1, {5, 5, 5, 5});
  const Tensor v = heads_of(4, 1, {2, 4, 9, 1});
  Mask mask = Mask::causal_at();
  mask.prefix = 2;
  const AttentionTrace trace = trace_of({q, k, v}, mask);
  const double third = 1.0 / 3;
  EXPECT_TRUE(all_near(trace.weights,
                       {0.5, 0.5, 0, 0,          //
                        0.5, 0.5, 0, 0,          //
                        third, third, third, 0,  //
                        0.25, 0.25, 0.25, 0.25},
                       1e-7));
  EXPECT_TRUE(all_near(trace.context, {3, 3, 5, 4}, 1e-6));
  EXPECT_TRUE(all_near(scaled_dot_product_attention(q, k, v, mask), {3, 3, 5, 4}, 1e-6));
}

// TEST-CASES 12
TEST(ScaledDotProduct, ABiasOfOneHalfMultipliesTheOddsByItsExponential) {
  const Inputs in = random_inputs(1, 1, 1, 3, 4, 4);
  Mask mask;
  mask.score_bias = Tensor({"batch", "head", "query", "key"}, {1, 1, 1, 3}, {0.5f, 0, 0});
  const auto plain = trace_of(in, Mask::none()).weights.data,
             moved = trace_of(in, mask).weights.data;
  EXPECT_NEAR((moved[0] / moved[1]) / (plain[0] / plain[1]), std::exp(0.5), 1e-5);
  EXPECT_NEAR((moved[2] / moved[1]) / (plain[2] / plain[1]), 1, 1e-5);
}

// TEST-CASES 14
TEST(ScaledDotProduct, AQueryThatMayAttendToNothingGetsZeroAndAFlag) {
  const Inputs in = random_inputs(1, 1, 2, 3, 4, 4);
  const AttentionTrace trace = trace_of(in, attend_of(2, 3, {0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(trace.weights.matrix().row(0), Matrix::Zero(1, 3));
  EXPECT_EQ(trace.context.matrix().row(0), Matrix::Zero(1, 4));
  EXPECT_EQ(status_of(trace, 0), RowStatus::kNothingToAttend);
  EXPECT_EQ(status_of(trace, 1), RowStatus::kOk);
}

// TEST-CASES 17
TEST(ScaledDotProduct, AFullyMaskedHeadLeavesOtherHeadsUnchanged) {
  const Inputs in = random_inputs(1, 3, 4, 4, 5, 5);
  Mask mask;
  mask.attend = Attend{{1, 3, 4, 4}, std::vector<std::uint8_t>(48, 1)};
  std::fill_n(mask.attend->allowed.begin() + 16, 16, std::uint8_t{0});
  const Tensor plain = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  const Tensor masked = scaled_dot_product_attention(in.q, in.k, in.v, mask);
  EXPECT_EQ(masked.matrix(0), plain.matrix(0));
  EXPECT_EQ(masked.matrix(1), Matrix::Zero(4, 5));
  EXPECT_EQ(masked.matrix(2), plain.matrix(2));
}

// TEST-CASES 20
TEST(ScaledDotProduct, ARowOfHugeNegativeBiasesIsUniformAndNotMasked) {
  const Inputs in = random_inputs(1, 1, 1, 4, 4, 2);
  Mask mask;
  mask.score_bias =
      Tensor({"batch", "head", "query", "key"}, {1, 1, 1, 4}, std::vector<float>(4, -3.4e38f));
  const AttentionTrace trace = trace_of(in, mask);
  EXPECT_EQ(trace.weights.data, std::vector<float>(4, 0.25f));
  EXPECT_EQ(status_of(trace, 0), RowStatus::kOk);
}

// TEST-CASES 21
TEST(ScaledDotProduct, AMaskedKeyOrValueIsNeverRead) {
  const Inputs in = random_inputs(1, 2, 9, 6, 5, 7);
  const Mask mask = padding_mask({1, 1, 0, 1, 0, 1}, 1, 9, 6);
  const Tensor expected = scaled_dot_product_attention(in.q, in.k, in.v, mask);
  for (const float special : {kNaN, kInfinity, -kInfinity}) {
    for (Tensor Inputs::* part : {&Inputs::k, &Inputs::v}) {
      Inputs changed = in;
      for (const Index h : {0, 1}) {
        (changed.*part).matrix(h).row(2).setConstant(special);
        (changed.*part).matrix(h)(4, 3) = special;
      }
      EXPECT_TRUE(
          identical(scaled_dot_product_attention(changed.q, changed.k, changed.v, mask), expected));
    }
  }
}

TEST(ScaledDotProduct, ANonFiniteValueReachesOnlyTheQueriesThatAttendToIt) {
  Inputs in = random_inputs(1, 1, 4, 4, 3, 3);
  const Mask mask = Mask::causal_at();
  const Tensor before = scaled_dot_product_attention(in.q, in.k, in.v, mask);
  in.v.matrix()(2, 1) = kInfinity;
  const Tensor after = scaled_dot_product_attention(in.q, in.k, in.v, mask);
  EXPECT_EQ(after.matrix().topRows(2), before.matrix().topRows(2));
  for (const Index i : {2, 3}) {
    EXPECT_EQ(after.matrix()(i, 1), kInfinity);
    EXPECT_NEAR(after.matrix()(i, 0), before.matrix()(i, 0), 1e-6);
  }
}

// TEST-CASES 24
TEST(ScaledDotProduct, UnderACausalMaskLaterTokensLeaveEarlierOutputsBitIdentical) {
  const Inputs in = random_inputs(1, 2, 9, 9, 5, 5);
  const Tensor before = scaled_dot_product_attention(in.q, in.k, in.v, Mask::causal_at());
  for (Index t = 0; t < 9; ++t) {
    Inputs changed = in;
    for (const Index h : {0, 1}) {
      for (Tensor* x : {&changed.q, &changed.k, &changed.v}) x->matrix(h).row(t).array() += 1;
    }
    const Tensor after =
        scaled_dot_product_attention(changed.q, changed.k, changed.v, Mask::causal_at());
    for (const Index h : {0, 1}) {
      EXPECT_EQ(after.matrix(h).topRows(t), before.matrix(h).topRows(t));
      EXPECT_NE(after.matrix(h).row(t), before.matrix(h).row(t));
    }
  }
}

// TEST-CASES 25
TEST(ScaledDotProduct, LeftPaddingWithCausalEmptiesOnlyThePaddedRows) {
  const Inputs in = random_inputs(1, 1, 5, 5, 4, 4);
  Mask mask = padding_mask({0, 0, 1, 1, 1}, 1, 5, 5);
  mask.causal = CausalAlignment::kEnd;
  const AttentionTrace trace = trace_of(in, mask);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(status_of(trace, i), i < 2 ? RowStatus::kNothingToAttend : RowStatus::kOk);
  }
}

// TEST-CASES 34
TEST(ScaledDotProduct, PermutingKeysWithValuesChangesNothing) {
  const Inputs in = random_inputs(1, 1, 4, 6, 5, 3);
  Inputs permuted = in;
  const Index order[] = {3, 0, 5, 1, 4, 2};
  for (Index j = 0; j < 6; ++j) {
    permuted.k.matrix().row(j) = in.k.matrix().row(order[j]);
    permuted.v.matrix().row(j) = in.v.matrix().row(order[j]);
  }
  EXPECT_TRUE(all_near(
      scaled_dot_product_attention(permuted.q, permuted.k, permuted.v, Mask::none()),
      scaled_dot_product_attention(in.q, in.k, in.v, Mask::none()), reduction_tolerance(6)));
}

// TEST-CASES 34
TEST(ScaledDotProduct, PermutingQueriesPermutesTheRowsBitForBit) {
  const Inputs in = random_inputs(1, 1, 6, 4, 5, 3);
  const Tensor plain = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  Inputs permuted = in;
  const Index order[] = {3, 0, 5, 1, 4, 2};
  for (Index i = 0; i < 6; ++i) permuted.q.matrix().row(i) = in.q.matrix().row(order[i]);
  const Tensor got = scaled_dot_product_attention(permuted.q, in.k, in.v, Mask::none());
  for (Index i = 0; i < 6; ++i) EXPECT_EQ(got.matrix().row(i), plain.matrix().row(order[i]));
}

// TEST-CASES 44
TEST(ScaledDotProduct, ANaNInAQueryReachesItsOwnRowOnly) {
  Inputs in = random_inputs(1, 1, 6, 5, 4, 4);
  const Tensor before = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  in.q.matrix()(3, 2) = kNaN;
  const AttentionTrace after = trace_of(in, Mask::none());
  for (Index i = 0; i < 6; ++i) {
    if (i == 3) {
      EXPECT_TRUE(after.context.matrix().row(i).array().isNaN().all());
      EXPECT_EQ(status_of(after, 3), RowStatus::kNotFinite);
    } else {
      EXPECT_EQ(after.context.matrix().row(i), before.matrix().row(i));
    }
  }
}

// TEST-CASES 41
TEST(ScaledDotProduct, WithZeroKeysIsZeroAndFlagged) {
  const Inputs in = random_inputs(1, 2, 3, 0, 4, 5);
  const AttentionTrace trace = trace_of(in, Mask::causal_at());
  EXPECT_EQ(trace.context.data, std::vector<float>(30, 0.0f));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(status_of(trace, i), RowStatus::kNothingToAttend);
  EXPECT_TRUE(
      identical(scaled_dot_product_attention(in.q, in.k, in.v, Mask::none()), trace.context));
}

// TEST-CASES 41
TEST(ScaledDotProduct, WithZeroQueriesOrBatchItemsIsEmpty) {
  for (const Index batch : {0, 2}) {
    const Inputs in = random_inputs(batch, 2, batch == 0 ? 3 : 0, 4, 4, 5);
    EXPECT_EQ(trace_of(in, Mask::none()).context.size(), 0);
    EXPECT_EQ(scaled_dot_product_attention(in.q, in.k, in.v, Mask::causal_at()).size(), 0);
  }
}

// TEST-CASES 43
TEST(ScaledDotProduct, NamesTheShapesThatDisagree) {
  const Tensor q = random_heads(1, 2, 3, 4, "query", 1), k = random_heads(1, 2, 5, 4, "key", 2);
  const auto message = [&](const Tensor& a, const Tensor& b, const Tensor& c) {
    return refusal([&] { scaled_dot_product_attention(a, b, c, Mask::none()); });
  };
  EXPECT_EQ(
      message(q, random_heads(1, 2, 5, 3, "key", 1), k),
      "expected k of shape [batch, kv_head, key, d_head], kv_head dividing head, to go with q "
      "[batch 1, head 2, query 3, d_head 4], got [batch 1, head 2, key 5, d_head 3]");
  EXPECT_EQ(message(q, k, random_heads(1, 2, 6, 4, "key", 1)),
            "expected v of shape [batch, kv_head, key, d_v] to go with k [batch 1, head 2, key 5, "
            "d_head 4], got [batch 1, head 2, key 6, d_head 4]");
  EXPECT_EQ(message(Tensor({"query", "d_head"}, {3, 4}), k, k),
            "expected q of shape [batch, head, query, d_head] with d_head at least 1, got "
            "[query 3, d_head 4]");
  EXPECT_TRUE(contains(message(q, random_heads(2, 2, 5, 4, "key", 1), k), "expected k of shape "));
  EXPECT_TRUE(contains(message(q, random_heads(1, 3, 5, 4, "key", 1), k), "expected k of shape "));
  EXPECT_TRUE(contains(message(q, random_heads(1, 0, 5, 4, "key", 1), k), "expected k of shape "));
  EXPECT_TRUE(contains(message(q, k, random_heads(1, 1, 5, 4, "key", 1)), "expected v of shape "));
  EXPECT_TRUE(
      contains(message(random_heads(1, 2, 3, 0, "query", 1), k, k), "expected q of shape "));
}

// TEST-CASES 42: 2^32 scores, from tensors that are small themselves.
TEST(ScaledDotProduct, RefusesTooManyScoresBeforeAllocating) {
  const Tensor q({"batch", "head", "query", "d_head"}, {1, 1, 65536, 1});
  AttentionTrace trace;
  EXPECT_EQ(refusal([&] { scaled_dot_product_attention(q, q, q, Mask::none(), {}, &trace); }),
            "expected at most 2147483647 elements, got the shape [1, 1, 65536, 65536]");
  EXPECT_TRUE(trace.scores.empty());
}

TEST(ScaledDotProduct, ARefusalLeavesTheTraceAsItWas) {
  const Inputs in = random_inputs(1, 1, 2, 3, 4, 4);
  AttentionTrace trace = trace_of(in, Mask::none());
  const Tensor before = trace.weights;
  const Mask wrong = attend_of(2, 2, {1, 1, 1, 1});
  EXPECT_EQ(refusal([&] { scaled_dot_product_attention(in.q, in.k, in.v, wrong, {}, &trace); }),
            "expected attend of shape [batch 1, head 1, query 2, key 3], got [1, 1, 2, 2]");
  EXPECT_TRUE(identical(trace.weights, before));
}

class ScaledDotProductMasks : public testing::TestWithParam<int> {};

// TEST-CASES 13, 16, 22, 23, 26
TEST_P(ScaledDotProductMasks, MatchReferenceWithAndWithoutATrace) {
  const Index shapes[][4] = {{1, 1, 4, 4}, {2, 3, 5, 7}, {3, 2, 7, 5}, {1, 4, 1, 9}, {2, 2, 9, 1}};
  for (const auto& [batch, num_heads, n_query, n_key] : shapes) {
    const Inputs in = random_inputs(batch, num_heads, n_query, n_key, 6, 3);
    const MaskCase masking =
        mask_case(static_cast<MaskKind>(GetParam()), {batch, num_heads, n_query, n_key});
    const AttentionTrace trace = trace_of(in, masking.mask);
    const reference::Attention expected = reference::attention(in.q, in.k, in.v, masking.rule);
    const double tolerance = reduction_tolerance(6 + n_key);
    EXPECT_TRUE(all_near(trace.scores, expected.scores, tolerance));
    EXPECT_TRUE(all_near(trace.masked_scores, expected.masked_scores, tolerance));
    EXPECT_TRUE(all_near(trace.weights, expected.weights, tolerance));
    EXPECT_TRUE(all_near(trace.context, expected.context, tolerance));
    EXPECT_TRUE(
        identical(scaled_dot_product_attention(in.q, in.k, in.v, masking.mask), trace.context));
  }
}
INSTANTIATE_TEST_SUITE_P(All, ScaledDotProductMasks, testing::Range(0, kMaskKinds));

class ScaledDotProductSizes : public testing::TestWithParam<Index> {};

// TEST-CASES 39
TEST_P(ScaledDotProductSizes, MatchReferenceUnderEveryMask) {
  const Index sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33};
  const Index n_query = GetParam();
  for (const Index n_key : sizes) {
    for (const Index d_head : sizes) {
      const Inputs in = random_inputs(1, 1, n_query, n_key, d_head, d_head);
      const auto kind = static_cast<MaskKind>((n_query + n_key + d_head) % kMaskKinds);
      const MaskCase masking = mask_case(kind, {1, 1, n_query, n_key});
      const AttentionTrace trace = trace_of(in, masking.mask);
      const reference::Attention expected = reference::attention(in.q, in.k, in.v, masking.rule);
      const double tolerance = reduction_tolerance(d_head + n_key);
      ASSERT_TRUE(all_near(trace.scores, expected.scores, tolerance));
      ASSERT_TRUE(all_near(trace.weights, expected.weights, tolerance));
      ASSERT_TRUE(all_near(trace.context, expected.context, tolerance))
          << n_query << " queries, " << n_key << " keys, d_head " << d_head;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Queries, ScaledDotProductSizes,
                         testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33));

}  // namespace
}  // namespace attn
