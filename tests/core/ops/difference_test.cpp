#include "ops/difference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Difference, IsElementwiseAndKeepsTheAxesOfTheFirst) {
  const Tensor a({"query", "key"}, {2, 2}, {1, 2, 3, 0.5f});
  const Tensor b({"rows", "columns"}, {2, 2}, {0.5f, 4, 3, -0.5f});
  const Tensor result = difference(a, b);
  EXPECT_EQ(result.axes, a.axes);
  EXPECT_EQ(result.shape, a.shape);
  EXPECT_EQ(result.data, (std::vector<float>{0.5f, -2, 0, 1}));
}

TEST(Difference, IsZeroWhereBothScoresAreMaskedAndInfiniteWhereOneIs) {
  const Tensor a({"key"}, {4}, {-kInfinity, -kInfinity, 1, kNaN});
  const Tensor b({"key"}, {4}, {-kInfinity, 2, -kInfinity, kNaN});
  const Tensor result = difference(a, b);
  EXPECT_EQ(result.data[0], 0);
  EXPECT_EQ(result.data[1], -kInfinity);
  EXPECT_EQ(result.data[2], kInfinity);
  EXPECT_TRUE(std::isnan(result.data[3]));
}

TEST(Difference, RefusesTensorsOfDifferentShapes) {
  const Tensor a({"query", "key"}, {1, 2}), b({"query", "key"}, {2, 1});
  EXPECT_EQ(refusal([&] { difference(a, b); }),
            "expected a and b of one shape, got [query 1, key 2] and [query 2, key 1]");
}

}  // namespace
}  // namespace attn
