#include "analysis/weights/value_weighted.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/finite.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Two heads that share one v of three keys, of lengths 5, 0 and 2.
Tensor values() {
  return Tensor({"batch", "kv_head", "key", "d_v"}, {1, 1, 3, 2}, {3, -4, 0, 0, 0, 2});
}
Tensor weights() {
  return Tensor({"batch", "head", "query", "key"}, {1, 2, 2, 3},
                {0.2f, 0.3f, 0.5f, 0, 1, 0, 0.4f, 0.6f, 0, 0, 0, 0});
}

TEST(ValueWeighted, MultipliesEachWeightByTheLengthOfItsValue) {
  const ValueWeighted found = value_weighted(weights(), values(), {});
  EXPECT_EQ(found.lengths.shape_text(), "[batch 1, head 2, key 3]");
  EXPECT_TRUE(all_near(found.lengths, {5, 0, 2, 5, 0, 2}, 1e-7));
  EXPECT_EQ(found.weighted.shape_text(), "[batch 1, head 2, query 2, key 3]");
  EXPECT_TRUE(all_near(found.weighted, {1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0}, 1e-6));
  EXPECT_TRUE(all_near(found.weighted_rows, {0.5, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 0}, 1e-6));
  EXPECT_TRUE(all_near(found.share.rows, {0, 0, 0, 0}, 0));
}

// As for a padded key: only rows that attend to a NaN value become NaN.
TEST(ValueWeighted, AWeightOfZeroHidesItsValue) {
  Tensor v = values();
  for (const float hidden : {kNaN, kInfinity}) {
    v.data[4] = hidden;  // of the last key
    const ValueWeighted found = value_weighted(weights(), v, {0});
    EXPECT_FALSE(std::isfinite(found.lengths.data[2]));
    EXPECT_FALSE(std::isfinite(found.weighted.data[2]));
    EXPECT_TRUE(std::isnan(found.weighted_rows.data[2]));
    const auto but_first_row = [](const Tensor& x) {
      return std::vector<float>(x.data.begin() + 3, x.data.end());
    };
    EXPECT_EQ(but_first_row(found.weighted), (std::vector<float>{0, 0, 0, 2, 0, 0, 0, 0, 0}));
    EXPECT_EQ(but_first_row(found.weighted_rows), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(found.weighted_share.rows.data[2], 1);
    EXPECT_EQ(found.weighted_share.heads.data[1], 1);
  }
}

TEST(ValueWeighted, HasTheShareOfTheTokensForEachRowHeadAndLayer) {
  // A token named twice counts once.
  const ValueWeighted found = value_weighted(weights(), values(), {0, 1, 0});
  EXPECT_EQ(found.share.rows.shape_text(), "[batch 1, head 2, query 2]");
  EXPECT_TRUE(all_near(found.share.rows, {0.5, 1, 1, 0}, 1e-6));
  // The last row of the second head has no weight, so the mean leaves it out.
  EXPECT_TRUE(all_near(found.share.heads, {0.75, 1}, 1e-6));
  EXPECT_TRUE(all_near(found.share.layer, {2.5 / 3}, 1e-6));
  // Weighted by length, the second row of the first head contributes nothing, so it is left out
  // too.
  EXPECT_TRUE(all_near(found.weighted_share.rows, {0.5, 0, 1, 0}, 1e-6));
  EXPECT_TRUE(all_near(found.weighted_share.heads, {0.5, 1}, 1e-6));
  EXPECT_TRUE(all_near(found.weighted_share.layer, {0.75}, 1e-6));
}

TEST(ValueWeighted, UsesTheValuesOfTheBatchItemAndTheHeadGroup) {
  const Tensor w = random_tensor({"batch", "head", "query", "key"}, {2, 4, 3, 5}, 1);
  const Tensor v = random_tensor({"batch", "kv_head", "key", "d_v"}, {2, 2, 5, 6}, 2);
  Tensor repeated({"batch", "head", "key", "d_v"}, {2, 4, 5, 6});
  for (Index item = 0; item < 2; ++item) {
    for (Index head = 0; head < 4; ++head) {
      repeated.matrix(item * 4 + head) = v.matrix(item * 2 + head / 2);
    }
  }
  const ValueWeighted got = value_weighted(w, v, {2});
  const ValueWeighted expected = value_weighted(w, repeated, {2});
  EXPECT_TRUE(identical(got.weighted, expected.weighted));
  EXPECT_TRUE(identical(got.lengths, expected.lengths));
  const ValueWeighted last = value_weighted(batch_item(w, 1), batch_item(v, 1), {2});
  EXPECT_TRUE(identical(batch_item(got.weighted, 1), last.weighted));
  EXPECT_TRUE(identical(batch_item(got.weighted_share.rows, 1), last.weighted_share.rows));
  EXPECT_TRUE(identical(batch_item(got.share.heads, 1), last.share.heads));
}

TEST(ValueWeighted, RefusalsSayWhatIsExpected) {
  EXPECT_EQ(refusal([&] { value_weighted(Tensor(), values(), {}); }),
            "expected weights of shape [batch, head, query, key], got []");
  const Tensor wide({"batch", "kv_head", "key", "d_v"}, {1, 3, 3, 2});
  EXPECT_EQ(refusal([&] { value_weighted(weights(), wide, {}); }),
            "expected v of shape [batch, kv_head, key, d_v] that fits weights of shape [batch 1, "
            "head 2, query 2, key 3], got [batch 1, kv_head 3, key 3, d_v 2]");
  EXPECT_EQ(refusal([&] { value_weighted(weights(), values(), {3}); }),
            "expected position of at least 0 and below 3, got 3");
  EXPECT_EQ(refusal([&] { value_weighted(weights(), values(), {-1}); }),
            "expected position of at least 0 and below 3, got -1");
}

}  // namespace
}  // namespace attn
