#include "analysis/heads/head_figures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Two heads of two queries and three keys.
Tensor two_heads(std::vector<float> data) {
  return Tensor({"batch", "head", "query", "key"}, {1, 2, 2, 3}, std::move(data));
}

TEST(HeadFigures, MatchMeansWorkedByHand) {
  // Query i is at position i + 1. Head 0 looks at keys 0 and 2, one position away, then at its own
  // position; head 1 looks at keys 0 and 1 equally, then at key 0.
  const HeadFigures figures =
      head_figures(two_heads({0.5f, 0, 0.5f, 0, 0, 1, 0.5f, 0.5f, 0, 1, 0, 0}), {0});
  EXPECT_TRUE(all_near(figures.entropy, {std::log(2.0) / 2, std::log(2.0) / 2}, 1e-7));
  EXPECT_TRUE(all_near(figures.distance, {0.5, 1.25}, 1e-7));
  EXPECT_TRUE(all_near(figures.share.heads, {0.25, 0.75}, 1e-7));
  EXPECT_EQ(figures.entropy.shape_text(), "[batch 1, head 2]");
}

TEST(HeadFigures, IgnoreRowsThatAttendToNothing) {
  const HeadFigures figures =
      head_figures(two_heads({0.5f, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), {});
  EXPECT_TRUE(all_near(figures.entropy, {std::log(2.0), 0}, 1e-7));
  EXPECT_TRUE(all_near(figures.distance, {0.5, 0}, 1e-7));
}

TEST(HeadFigures, NameTheWrongShape) {
  EXPECT_EQ(refusal([&] { head_figures(Tensor({"query", "key"}, {2, 2}), {}); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
}

}  // namespace
}  // namespace attn
