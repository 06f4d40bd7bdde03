// Scaled dot-product attention under masks: which keys a query sees, and what the others change.
#include <gtest/gtest.h>

#include <cmath>

#include "attention/scaled_dot_product.h"
#include "base/finite.h"
#include "core/attention/dot_product_inputs.h"
#include "ops/softmax.h"
#include "support/masks.h"
#include "support/near.h"

namespace attn {
namespace {

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

class ScaledDotProductMasks : public testing::TestWithParam<MaskKind> {};

// TEST-CASES 13, 16, 22, 23, 26
TEST_P(ScaledDotProductMasks, MatchReferenceWithAndWithoutATrace) {
  const Index shapes[][4] = {{1, 1, 4, 4}, {2, 3, 5, 7}, {3, 2, 7, 5}, {1, 4, 1, 9}, {2, 2, 9, 1}};
  for (const auto& [batch, num_heads, n_query, n_key] : shapes) {
    const Inputs in = random_inputs(batch, num_heads, n_query, n_key, 6, 3);
    const MaskCase masking = mask_case(GetParam(), {batch, num_heads, n_query, n_key});
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
INSTANTIATE_TEST_SUITE_P(All, ScaledDotProductMasks, testing::ValuesIn(all_masks()));

}  // namespace
}  // namespace attn
