#include "analysis/weights/attention_distance.h"

#include <gtest/gtest.h>

#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(AttentionDistance, IsTheMeanDistanceOfTheWeights) {
  // Distances by hand: 0, then 0.5 * 1, then 0.25 * 2 + 0.5 * 1.
  const Tensor causal = weights_of(3, 3, {1, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.5f, 0.25f});
  EXPECT_TRUE(all_near(attention_distance(causal), {1.5 / 3}, 1e-7));
  EXPECT_EQ(attention_distance(causal).shape_text(), "[batch 1, head 1]");
  // A single query with four keys is at the position of the last key.
  EXPECT_TRUE(all_near(attention_distance(weights_of(1, 4, {0.5f, 0, 0, 0.5f})), {1.5}, 1e-7));
}

TEST(AttentionDistance, IgnoresFullyMaskedQueries) {
  EXPECT_TRUE(all_near(attention_distance(weights_of(2, 2, {0, 0, 1, 0})), {1}, 0));
  EXPECT_TRUE(all_near(attention_distance(weights_of(2, 2, {0, 0, 0, 0})), {0}, 0));
}

// TEST-CASES 43
TEST(AttentionDistance, NamesTheWrongShape) {
  const Tensor flat({"query", "key"}, {2, 2});
  EXPECT_EQ(refusal([&] { attention_distance(flat); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
}

}  // namespace
}  // namespace attn
