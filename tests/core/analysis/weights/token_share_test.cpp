#include "analysis/weights/token_share.h"

#include <gtest/gtest.h>

#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(TokenShare, MatchesPlainLoops) {
  const Tensor weights = random_weights({3, 2, 4, 5});
  const TokenShare share = token_share(weights, {0, 4, 4});
  std::vector<double> rows, heads, layers;
  std::size_t at = 0;
  for (int layer = 0; layer < 3; ++layer) {
    double layer_share = 0;
    for (int head = 0; head < 2; ++head) {
      double head_share = 0;
      for (int query = 0; query < 4; ++query, at += 5) {
        double sum = 0;
        for (std::size_t key = 0; key < 5; ++key) sum += double{weights.data[at + key]};
        const double part = (double{weights.data[at]} + double{weights.data[at + 4]}) / sum;
        rows.push_back(part);
        head_share += part;
      }
      heads.push_back(head_share / 4);
      layer_share += head_share;
    }
    layers.push_back(layer_share / 8);
  }
  EXPECT_EQ(share.rows.shape_text(), "[batch 3, head 2, query 4]");
  EXPECT_TRUE(all_near(share.rows, rows, 1e-6));
  EXPECT_EQ(share.heads.shape_text(), "[batch 3, head 2]");
  EXPECT_TRUE(all_near(share.heads, heads, 1e-6));
  EXPECT_EQ(share.layer.shape_text(), "[batch 3]");
  EXPECT_TRUE(all_near(share.layer, layers, 1e-6));
}

TEST(TokenShare, IgnoresRowsWithoutWeight) {
  const TokenShare share = token_share(
      Tensor({"batch", "head", "query", "key"}, {1, 2, 2, 2}, {0.25f, 0.75f, 0, 0, 0, 0, 0, 0}),
      {0});
  EXPECT_TRUE(all_near(share.rows, {0.25, 0, 0, 0}, 0));
  EXPECT_TRUE(all_near(share.heads, {0.25, 0}, 0));
  EXPECT_TRUE(all_near(share.layer, {0.25}, 0));
}

TEST(TokenShare, RefusalsSayWhatIsExpected) {
  EXPECT_EQ(refusal([] { token_share(Tensor({"query", "key"}, {2, 2}), {}); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
  const Tensor weights({"batch", "head", "query", "key"}, {1, 1, 1, 3});
  EXPECT_EQ(refusal([&] { token_share(weights, {3}); }),
            "expected position of at least 0 and below 3, got 3");
  EXPECT_EQ(refusal([&] { token_share(weights, {-1}); }),
            "expected position of at least 0 and below 3, got -1");
}

}  // namespace
}  // namespace attn
