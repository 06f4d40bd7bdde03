#include "analysis/analysis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "attention/multi_head.h"
#include "base/finite.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// One head of one batch item.
Tensor weights_of(Index n_query, Index n_key, std::vector<float> cells) {
  return Tensor({"batch", "head", "query", "key"}, {1, 1, n_query, n_key}, std::move(cells));
}

Tensor layers_of(Index num_layers, Index num_heads, Index n, std::vector<float> cells) {
  return Tensor({"layer", "batch", "head", "query", "key"}, {num_layers, 1, num_heads, n, n},
                std::move(cells));
}

TEST(RowEntropy, CountsTheTokensThatWeightsSpreadOver) {
  const RowEntropy result = row_entropy(weights_of(
      4, 4, {1, 0, 0, 0, 0.25f, 0.25f, 0.25f, 0.25f, 0, 0.5f, 0, 0.5f, 0.75f, 0.25f, 0, 0}));
  const double last = -0.75 * std::log(0.75) - 0.25 * std::log(0.25);
  EXPECT_TRUE(all_near(result.entropy, {0, std::log(4.0), std::log(2.0), last}, 1e-7));
  EXPECT_TRUE(all_near(result.effective_tokens, {1, 4, 2, std::exp(last)}, 1e-6));
  EXPECT_EQ(result.entropy.shape_text(), "[batch 1, head 1, query 4]");
}

// TEST-CASES 14, 44
TEST(RowEntropy, OfARowThatAttendsToNothingIsZeroAndOfNaNIsNaN) {
  const RowEntropy result = row_entropy(weights_of(3, 2, {0, 0, kNaN, kNaN, 0.5f, 0.5f}));
  EXPECT_EQ(result.entropy.data[0], 0);
  EXPECT_EQ(result.effective_tokens.data[0], 0);
  EXPECT_TRUE(std::isnan(result.entropy.data[1]));
  EXPECT_TRUE(std::isnan(result.effective_tokens.data[1]));
  EXPECT_NEAR(result.effective_tokens.data[2], 2, 1e-6);
}

TEST(RowEntropy, TakesAnyNumberOfAxesInFront) {
  const RowEntropy result = row_entropy(Tensor({"query", "key"}, {1, 2}, {0.5f, 0.5f}));
  EXPECT_EQ(result.entropy.shape_text(), "[query 1]");
  const RowEntropy averaged = row_entropy(Tensor({"batch", "query", "key"}, {2, 3, 0}));
  EXPECT_EQ(averaged.effective_tokens.data, std::vector<float>(6, 0.0f));
  EXPECT_TRUE(row_entropy(Tensor({"query", "key"}, {0, 3})).entropy.data.empty());
}

TEST(AttentionDistance, IsHowFarTheWeightsReach) {
  // By hand: 0, then 0.5 * 1, then 0.25 * 2 + 0.5 * 1.
  const Tensor causal = weights_of(3, 3, {1, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.5f, 0.25f});
  EXPECT_TRUE(all_near(attention_distance(causal), {1.5 / 3}, 1e-7));
  EXPECT_EQ(attention_distance(causal).shape_text(), "[batch 1, head 1]");
  // One query of four keys stands at the last of them.
  EXPECT_TRUE(all_near(attention_distance(weights_of(1, 4, {0.5f, 0, 0, 0.5f})), {1.5}, 1e-7));
}

TEST(AttentionDistance, LeavesOutQueriesThatAttendToNothing) {
  EXPECT_TRUE(all_near(attention_distance(weights_of(2, 2, {0, 0, 1, 0})), {1}, 0));
  EXPECT_TRUE(all_near(attention_distance(weights_of(2, 2, {0, 0, 0, 0})), {0}, 0));
}

TEST(AttentionRollout, MultipliesTheLayersWithTheirSkipConnections) {
  // By hand: A_1 = 0.5 [1 0; 1 0] + 0.5 I = [1 0; 0.5 0.5], A_2 = 0.5 [0.5 0.5; 0 1] + 0.5 I.
  const Tensor weights = layers_of(2, 1, 2, {1, 0, 1, 0, 0.5f, 0.5f, 0, 1});
  EXPECT_TRUE(all_near(attention_rollout(weights), {0.875, 0.125, 0.5, 0.5}, 1e-7));
  EXPECT_TRUE(all_near(attention_rollout(weights, false), {1, 0, 1, 0}, 1e-7));
  EXPECT_EQ(attention_rollout(weights).shape_text(), "[batch 1, query 2, key 2]");
}

TEST(AttentionRollout, AveragesTheHeadsOfEachBatchItem) {
  const Tensor heads = layers_of(1, 2, 2, {1, 0, 1, 0, 0, 1, 0, 1});
  EXPECT_TRUE(all_near(attention_rollout(heads, false), {0.5, 0.5, 0.5, 0.5}, 1e-7));
  // Two batch items, two layers: each its own product.
  const Tensor items({"layer", "batch", "head", "query", "key"}, {2, 2, 1, 1, 1}, {2, 3, 5, 7});
  EXPECT_TRUE(all_near(attention_rollout(items, false), {10, 21}, 1e-7));
}

// TEST-CASES 9, 14
TEST(AttentionRollout, RowsSumToOneAndATokenThatAttendsToNothingKeepsItself) {
  const MultiHeadConfig config{8, 2, true};
  const Tensor x = random_sequence(1, 5, 8, 1);
  std::vector<float> cells;
  for (const std::uint64_t seed : {1, 2, 3}) {
    AttentionTrace trace;
    MultiHead(config, random_parameters(config, seed))
        .forward(x, x, x, Mask::causal_at(), {}, &trace);
    cells.insert(cells.end(), trace.weights.data.begin(), trace.weights.data.end());
  }
  const Tensor rollout = attention_rollout(layers_of(3, 2, 5, cells));
  for (Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(rollout.matrix().row(i).sum(), 1, 1e-6);
    for (Index j = i + 1; j < 5; ++j) EXPECT_EQ(rollout.matrix()(i, j), 0);
  }
  EXPECT_TRUE(all_near(attention_rollout(layers_of(1, 1, 2, {0, 0, 1, 0})), {1, 0, 0.5, 0.5}, 0));
}

// a b a b: the third token saw itself at 0 and the fourth at 1.
const std::vector<Index> kRepeated = {7, 9, 7, 9};

TEST(HeadPatterns, AreWorkedOutByHand) {
  const Tensor weights = weights_of(4, 4,
                                    {1, 0, 0, 0,             //
                                     0.5f, 0.5f, 0, 0,       //
                                     0.25f, 0.5f, 0.25f, 0,  //
                                     0.1f, 0.2f, 0.3f, 0.4f});
  const HeadPatterns patterns = head_patterns(weights, kRepeated);
  EXPECT_TRUE(all_near(patterns.previous_token, {(0.5 + 0.5 + 0.3) / 3}, 1e-7));
  EXPECT_TRUE(all_near(patterns.first_token, {(1 + 0.5 + 0.25 + 0.1) / 4}, 1e-7));
  EXPECT_TRUE(all_near(patterns.same_token, {(0.25 + 0.2) / 2}, 1e-7));
  EXPECT_TRUE(all_near(patterns.induction, {(0.5 + 0.3) / 2}, 1e-7));
  EXPECT_EQ(patterns.induction.shape_text(), "[batch 1, head 1]");
}

TEST(HeadPatterns, AHeadOfAKindScoresOne) {
  const Tensor previous = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  EXPECT_EQ(head_patterns(previous, kRepeated).previous_token.data[0], 1);
  const Tensor first = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  EXPECT_EQ(head_patterns(first, kRepeated).first_token.data[0], 1);
  const Tensor same = weights_of(4, 4, {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  EXPECT_EQ(head_patterns(same, kRepeated).same_token.data[0], 1);
  EXPECT_EQ(head_patterns(same, kRepeated).induction.data[0], 0);
  const Tensor induction = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  EXPECT_EQ(head_patterns(induction, kRepeated).induction.data[0], 1);
}

TEST(HeadPatterns, AreZeroWhereNoTokenRepeats) {
  const Tensor weights = weights_of(3, 3, std::vector<float>(9, 1.0f / 3));
  const HeadPatterns patterns = head_patterns(weights, {1, 2, 3});
  EXPECT_EQ(patterns.same_token.data[0], 0);
  EXPECT_EQ(patterns.induction.data[0], 0);
  EXPECT_EQ(head_patterns(weights_of(1, 1, {1}), {1}).previous_token.data[0], 0);
}

TEST(HeadPatterns, TakeFewerQueriesAndIdsOfEachBatchItem) {
  // The last query of a b a b alone, and in a second batch item without a repetition.
  const Tensor weights({"batch", "head", "query", "key"}, {2, 1, 1, 4},
                       {0.1f, 0.2f, 0.3f, 0.4f, 0.1f, 0.2f, 0.3f, 0.4f});
  const HeadPatterns patterns = head_patterns(weights, {7, 9, 7, 9, 1, 2, 3, 4});
  EXPECT_TRUE(all_near(patterns.same_token, {0.2, 0}, 1e-7));
  EXPECT_TRUE(all_near(patterns.induction, {0.3, 0}, 1e-7));
  EXPECT_TRUE(all_near(patterns.previous_token, {0.3, 0.3}, 1e-7));
  EXPECT_TRUE(all_near(head_patterns(weights, kRepeated).same_token, {0.2, 0.2}, 1e-7));
}

// TEST-CASES 43
TEST(Analysis, NamesTheShapeThatDoesNotFit) {
  const Tensor flat({"query", "key"}, {2, 2}), row({"key"}, {3});
  EXPECT_EQ(refusal([&] { row_entropy(row); }),
            "expected weights of shape [.., query, key], got [key 3]");
  EXPECT_EQ(refusal([&] { attention_distance(flat); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
  EXPECT_EQ(refusal([&] { attention_rollout(weights_of(2, 2, {1, 0, 0, 1})); }),
            "expected weights of shape [layer, batch, head, query, key], got [batch 1, head 1, "
            "query 2, key 2]");
  EXPECT_EQ(
      refusal([&] {
        attention_rollout(Tensor({"layer", "batch", "head", "query", "key"}, {1, 1, 1, 2, 3}));
      }),
      "expected weights of at least one layer and head, with as many queries as keys, got "
      "[layer 1, batch 1, head 1, query 2, key 3]");
  EXPECT_NE(refusal([&] { attention_rollout(layers_of(0, 1, 2, {})); }), "nothing was refused");
  EXPECT_NE(refusal([&] { attention_rollout(layers_of(1, 0, 2, {})); }), "nothing was refused");
  EXPECT_EQ(refusal([&] { head_patterns(weights_of(2, 1, {1, 1}), {1}); }),
            "expected weights of at least one key, and of no more queries than keys, got [batch 1, "
            "head 1, query 2, key 1]");
  EXPECT_NE(refusal([&] { head_patterns(weights_of(0, 0, {}), {}); }), "nothing was refused");
  EXPECT_NE(refusal([&] { head_patterns(flat, {1, 2}); }), "nothing was refused");
  EXPECT_EQ(refusal([&] { head_patterns(weights_of(1, 2, {1, 0}), {1, 2, 3}); }),
            "expected ids of shape [batch 1, key 2] or [key 2], got 3");
}

}  // namespace
}  // namespace attn
