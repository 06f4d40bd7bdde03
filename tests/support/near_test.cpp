// Tests the comparison that all other tests use.
#include "support/near.h"

#include <gtest/gtest.h>

#include "base/finite.h"
#include "support/refusal.h"

namespace attn {
namespace {

bool near(std::vector<float> got, const std::vector<double>& expected, double tolerance = 1e-6) {
  return static_cast<bool>(all_near(got.data(), got.size(), expected, tolerance));
}

TEST(AllNear, PassesWithinTheToleranceAndFailsBeyond) {
  EXPECT_TRUE(near({1, 2}, {1, 2.0000001}));
  EXPECT_FALSE(near({1, 2}, {1, 2.1}));
  EXPECT_TRUE(near({}, {}));
}

TEST(AllNear, FailsOnNaN) {
  EXPECT_FALSE(near({1, kNaN}, {1, 2}));
  EXPECT_FALSE(near({kNaN, 1}, {1, 1}));
  EXPECT_FALSE(near({1}, {kNaN}));
  EXPECT_TRUE(near({kNaN}, {kNaN}));
}

TEST(AllNear, InfinityEqualsItselfOnly) {
  EXPECT_TRUE(near({-kInfinity}, {-kInfinity}));
  EXPECT_FALSE(near({-kInfinity}, {kInfinity}));
  EXPECT_FALSE(near({kInfinity}, {1}));
  EXPECT_FALSE(near({1}, {kInfinity}));
  EXPECT_FALSE(near({kNaN}, {kInfinity}));
}

TEST(AllNear, FailsOnDifferentLength) { EXPECT_FALSE(near({1, 2}, {1, 2, 3})); }

TEST(AllNear, NamesTheWorstElement) {
  const float got[] = {1, 5, 3};
  const std::string message = all_near(got, 3, {1, 2, 3.5}, 1e-6).message();
  EXPECT_TRUE(contains(message, "element 1 of 3: expected 2, got 5"));
}

}  // namespace
}  // namespace attn
