#include "kernels/exp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attn {
namespace {

TEST(Exp, OfZeroIsExactlyOne) {
  EXPECT_EQ(exp_of_nonpositive(0.0f), 1.0f);
  EXPECT_EQ(exp_of_nonpositive(-0.0f), 1.0f);
}

TEST(Exp, OfMinusInfinityAndOfWhatRoundsToZeroIsZero) {
  EXPECT_EQ(exp_of_nonpositive(-std::numeric_limits<float>::infinity()), 0.0f);
  EXPECT_EQ(exp_of_nonpositive(-std::numeric_limits<float>::max()), 0.0f);
  EXPECT_EQ(exp_of_nonpositive(-104.0f), 0.0f);
}

TEST(Exp, OfNaNIsNaN) {
  EXPECT_TRUE(std::isnan(exp_of_nonpositive(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Exp, IsWithinTwoUnitsInTheLastPlaceOverTheNormalRange) {
  double worst = 0;
  for (float x = 0; x > -87.3f; x -= 0.0007f) {
    const double exact = std::exp(static_cast<double>(x));
    const float rounded = static_cast<float>(exact);
    const double unit = rounded - std::nextafterf(rounded, 0.0f);
    const double off = std::abs(exp_of_nonpositive(x) - exact) / unit;
    if (!(off <= worst)) worst = off;
  }
  EXPECT_LE(worst, 2);
}

TEST(Exp, FadesThroughTheSubnormals) {
  for (float x = -87.3f; x > -105; x -= 0.01f) {
    EXPECT_NEAR(exp_of_nonpositive(x), std::exp(static_cast<double>(x)), 3e-45) << "x = " << x;
  }
}

TEST(Exp, NeverRisesAsItsArgumentFalls) {
  float before = 1;
  for (float x = 0; x > -110; x -= 0.01f) {
    const float here = exp_of_nonpositive(x);
    ASSERT_LE(here, before) << "x = " << x;
    before = here;
  }
}

}  // namespace
}  // namespace attn
