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
