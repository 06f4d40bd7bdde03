#include "analysis/weights/weights_row.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

//   [batch 1, head 2, query 2, key 3]
const Tensor& two_heads() {
  static const Tensor weights({"batch", "head", "query", "key"}, {1, 2, 2, 3},
                              {1, 0, 0, 0.25f, 0.5f, 0.25f, 0, 0, 1, 0.5f, 0.25f, 0.25f});
  return weights;
}

TEST(WeightsRow, MatchesAHandComputedExample) {
  const WeightsRow row = weights_row(two_heads(), 0, 0, 1, 2);
  const double entropy = std::log(4.0) / 2 + std::log(2.0) / 2;
  EXPECT_EQ(row.weights.data, (std::vector<float>{0.25f, 0.5f, 0.25f}));
  EXPECT_EQ(row.ranking.data, (std::vector<float>{1, 0}));
  EXPECT_EQ(row.rest_weight.data, std::vector<float>{0.25f});
  EXPECT_EQ(row.sum.data, std::vector<float>{1});
  EXPECT_TRUE(all_near(row.entropy, {entropy}, 1e-7));
  EXPECT_TRUE(all_near(row.effective_tokens, {std::exp(entropy)}, 1e-6));
  EXPECT_EQ(row.weights.shape_text(), "[key 3]");
  EXPECT_EQ(row.ranking.shape_text(), "[rank 2]");
  EXPECT_EQ(row.sum.shape_text(), "[]");
}

TEST(WeightsRow, IsTheMeanOverHeadsWithoutAHead) {
  const WeightsRow row = weights_row(two_heads(), 0, {}, 0, 9);
  EXPECT_EQ(row.weights.data, (std::vector<float>{0.5f, 0, 0.5f}));
  EXPECT_EQ(row.ranking.data, (std::vector<float>{0, 2, 1}));
  EXPECT_EQ(row.rest_weight.data, std::vector<float>{0});
  EXPECT_TRUE(all_near(row.entropy, {std::log(2.0)}, 1e-7));
}

TEST(WeightsRow, HasASumButNoEntropyIfItIsNoDistribution) {
  const WeightsRow row = weights_row(weights_of(2, 3, {-2, 3, kNaN, -2, 4, 1}), 0, 0, 0, 3);
  EXPECT_EQ(row.ranking.data, (std::vector<float>{1, 0, 2}));
  EXPECT_TRUE(std::isnan(row.sum.data[0]));
  const WeightsRow other = weights_row(weights_of(2, 3, {-2, 3, kNaN, -2, 4, 1}), 0, 0, 1, 1);
  EXPECT_EQ(other.sum.data, std::vector<float>{3});
  EXPECT_EQ(other.rest_weight.data, std::vector<float>{-1});
  EXPECT_TRUE(std::isnan(other.entropy.data[0]));
  EXPECT_TRUE(std::isnan(other.effective_tokens.data[0]));
}

TEST(WeightsRow, NamesTheWrongShapeAndIndex) {
  EXPECT_EQ(refusal([] { weights_row(Tensor({"query", "key"}, {2, 3}), 0, 0, 0, 1); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 3]");
  EXPECT_EQ(refusal([] { weights_row(two_heads(), 1, 0, 0, 1); }),
            "expected batch of at least 0 and below 1, got 1");
  EXPECT_EQ(refusal([] { weights_row(two_heads(), 0, 2, 0, 1); }),
            "expected head of at least 0 and below 2, got 2");
  EXPECT_EQ(refusal([] { weights_row(two_heads(), 0, {}, 2, 1); }),
            "expected query of at least 0 and below 2, got 2");
  EXPECT_EQ(refusal([] { weights_row(two_heads(), 0, 0, 0, -1); }),
            "expected max_keys of at least 0, got -1");
}

}  // namespace
}  // namespace attn
