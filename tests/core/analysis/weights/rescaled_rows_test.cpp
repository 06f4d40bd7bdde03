#include "analysis/weights/rescaled_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(RescaledRows, MatchPlainLoopsOverTheShownTokens) {
  const Tensor weights = random_weights({2, 3, 5, 5});
  const Tensor rows = rescaled_rows(weights, {0, 4, 0});
  std::vector<double> expected;
  for (std::size_t map = 0; map < 6; ++map) {
    for (std::size_t query = 1; query < 4; ++query) {
      const float* const row = weights.data.data() + (map * 5 + query) * 5;
      const double sum = double{row[1]} + double{row[2]} + double{row[3]};
      for (std::size_t key = 1; key < 4; ++key) expected.push_back(double{row[key]} / sum);
    }
  }
  EXPECT_EQ(rows.shape_text(), "[batch 2, head 3, query 3, key 3]");
  EXPECT_TRUE(all_near(rows, expected, 1e-6));
}

TEST(RescaledRows, ScaleEachRowByItselfAndKeepRowsWithoutWeight) {
  // Token 1 is hidden. The first row keeps 0.2 + 0.2, the last row nothing.
  const Tensor weights({"batch", "head", "query", "key"}, {1, 1, 3, 3},
                       {0.2f, 0.6f, 0.2f, 0.5f, 0, 0.5f, 0, 1, 0});
  EXPECT_TRUE(all_near(rescaled_rows(weights, {1}), {0.5, 0.5, 0, 0}, 1e-7));
  EXPECT_TRUE(rescaled_rows(weights, {0, 1, 2}).data.empty());
}

TEST(RescaledRows, KeepNaN) {
  const Tensor weights({"batch", "head", "query", "key"}, {1, 1, 2, 2}, {kNaN, kNaN, 0.25f, 0.75f});
  const Tensor rows = rescaled_rows(weights, {});
  EXPECT_TRUE(std::isnan(rows.data[0]) && std::isnan(rows.data[1]));
  EXPECT_EQ(rows.data[2], 0.25f);
}

TEST(RescaledRows, RefusalsSayWhatIsExpected) {
  EXPECT_EQ(refusal([] { rescaled_rows(Tensor({"query", "key"}, {2, 2}), {}); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
  const Tensor wide({"batch", "head", "query", "key"}, {1, 1, 2, 3});
  EXPECT_EQ(refusal([&] { rescaled_rows(wide, {}); }),
            "expected weights of as many queries as keys, got shape [batch 1, head 1, query 2, "
            "key 3]");
  const Tensor weights({"batch", "head", "query", "key"}, {1, 1, 2, 2});
  EXPECT_EQ(refusal([&] { rescaled_rows(weights, {2}); }),
            "expected position of at least 0 and below 2, got 2");
}

}  // namespace
}  // namespace attn
