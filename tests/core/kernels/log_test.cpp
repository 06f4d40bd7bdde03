#include "kernels/log.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn {
namespace {

TEST(Log, IsWithinTwoUnitsInTheLastPlace) {
  for (float x = 0x1p-126f; x < 4; x *= 1.0001f) {
    const double exact = std::log(double{x});
    const double unit = std::abs(exact) * 0x1p-23 + 0x1p-149;
    ASSERT_NEAR(log_of_nonnegative(x), exact, 2 * unit) << x;
  }
}

TEST(Log, OfOneIsExactlyZero) { EXPECT_EQ(log_of_nonnegative(1), 0); }

TEST(Log, OfZeroIsFinite) { EXPECT_EQ(log_of_nonnegative(0), log_of_nonnegative(0x1p-126f)); }

}  // namespace
}  // namespace attn
