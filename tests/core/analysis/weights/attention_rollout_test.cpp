#include "analysis/weights/attention_rollout.h"

#include <gtest/gtest.h>

#include "attention/multi_head.h"
#include "core/analysis/weights/weights_of.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

Tensor layers_of(Index num_layers, Index num_heads, Index n, std::vector<float> cells) {
  return Tensor({"layer", "batch", "head", "query", "key"}, {num_layers, 1, num_heads, n, n},
                std::move(cells));
}

TEST(AttentionRollout, MultipliesTheLayersWithTheirSkipConnections) {
  // A_1 = 0.5 [1 0; 1 0] + 0.5 I = [1 0; 0.5 0.5], A_2 = 0.5 [0.5 0.5; 0 1] + 0.5 I, computed by
  // hand.
  const Tensor weights = layers_of(2, 1, 2, {1, 0, 1, 0, 0.5f, 0.5f, 0, 1});
  EXPECT_TRUE(all_near(attention_rollout(weights), {0.875, 0.125, 0.5, 0.5}, 1e-7));
  EXPECT_TRUE(all_near(attention_rollout(weights, false), {1, 0, 1, 0}, 1e-7));
  EXPECT_EQ(attention_rollout(weights).shape_text(), "[batch 1, query 2, key 2]");
}

TEST(AttentionRollout, AveragesTheHeadsOfEachBatchItem) {
  const Tensor heads = layers_of(1, 2, 2, {1, 0, 1, 0, 0, 1, 0, 1});
  EXPECT_TRUE(all_near(attention_rollout(heads, false), {0.5, 0.5, 0.5, 0.5}, 1e-7));
  // Two batch items and two layers: a separate product per batch item.
  const Tensor items({"layer", "batch", "head", "query", "key"}, {2, 2, 1, 1, 1}, {2, 3, 5, 7});
  EXPECT_TRUE(all_near(attention_rollout(items, false), {10, 21}, 1e-7));
}

// TEST-CASES 9, 14
TEST(AttentionRollout, RowsSumToOneAndAFullyMaskedTokenKeepsItself) {
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

// TEST-CASES 43
TEST(AttentionRollout, NamesTheWrongShape) {
  EXPECT_EQ(refusal([&] { attention_rollout(weights_of(2, 2, {1, 0, 0, 1})); }),
            "expected weights of shape [layer, batch, head, query, key], got [batch 1, head 1, "
            "query 2, key 2]");
  const std::string expected =
      "expected weights of at least one layer and head, with as many queries as keys, got ";
  EXPECT_EQ(
      refusal([&] {
        attention_rollout(Tensor({"layer", "batch", "head", "query", "key"}, {1, 1, 1, 2, 3}));
      }),
      expected + "[layer 1, batch 1, head 1, query 2, key 3]");
  EXPECT_EQ(refusal([&] { attention_rollout(layers_of(0, 1, 2, {})); }),
            expected + "[layer 0, batch 1, head 1, query 2, key 2]");
  EXPECT_EQ(refusal([&] { attention_rollout(layers_of(1, 0, 2, {})); }),
            expected + "[layer 1, batch 1, head 0, query 2, key 2]");
}

}  // namespace
}  // namespace attn
