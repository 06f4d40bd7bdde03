#include "analysis/weights/row_entropy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(RowEntropy, MatchesAHandComputedExample) {
  const RowEntropy result = row_entropy(weights_of(
      4, 4, {1, 0, 0, 0, 0.25f, 0.25f, 0.25f, 0.25f, 0, 0.5f, 0, 0.5f, 0.75f, 0.25f, 0, 0}));
  const double last = -0.75 * std::log(0.75) - 0.25 * std::log(0.25);
  EXPECT_TRUE(all_near(result.entropy, {0, std::log(4.0), std::log(2.0), last}, 1e-7));
  EXPECT_TRUE(all_near(result.effective_tokens, {1, 4, 2, std::exp(last)}, 1e-6));
  EXPECT_EQ(result.entropy.shape_text(), "[batch 1, head 1, query 4]");
}

// TEST-CASES 14, 44
TEST(RowEntropy, IsZeroForAFullyMaskedRowAndNaNForNaN) {
  const RowEntropy result = row_entropy(weights_of(3, 2, {0, 0, kNaN, kNaN, 0.5f, 0.5f}));
  EXPECT_EQ(result.entropy.data[0], 0);
  EXPECT_EQ(result.effective_tokens.data[0], 0);
  EXPECT_TRUE(std::isnan(result.entropy.data[1]));
  EXPECT_TRUE(std::isnan(result.effective_tokens.data[1]));
  EXPECT_NEAR(result.effective_tokens.data[2], 2, 1e-6);
}

TEST(RowEntropy, AcceptsAnyNumberOfLeadingAxes) {
  const RowEntropy result = row_entropy(Tensor({"query", "key"}, {1, 2}, {0.5f, 0.5f}));
  EXPECT_EQ(result.entropy.shape_text(), "[query 1]");
  const RowEntropy averaged = row_entropy(Tensor({"batch", "query", "key"}, {2, 3, 0}));
  EXPECT_EQ(averaged.effective_tokens.data, std::vector<float>(6, 0.0f));
  EXPECT_TRUE(row_entropy(Tensor({"query", "key"}, {0, 3})).entropy.data.empty());
}

// TEST-CASES 43
TEST(RowEntropy, NamesTheWrongShape) {
  const Tensor row({"key"}, {3});
  EXPECT_EQ(refusal([&] { row_entropy(row); }),
            "expected weights of shape [.., query, key], got [key 3]");
}

}  // namespace
}  // namespace attn
