#include "base/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn {
namespace {

TEST(PortableMath, LogarithmAgreesWithLibm) {
  for (double x = 1e-300; x < 1e300; x *= 1.7) {
    EXPECT_NEAR(natural_log(x), std::log(x), 1e-15 * std::abs(std::log(x)) + 1e-15) << x;
  }
  EXPECT_EQ(natural_log(1), 0);
}

TEST(PortableMath, ExponentialAgreesWithLibm) {
  for (double x = -708; x < 709; x += 0.37) {
    EXPECT_NEAR(exponential(x) / std::exp(x), 1, 1e-15) << x;
  }
  EXPECT_EQ(exponential(0), 1);
}

TEST(PortableMath, ExponentialStaysANormalNumber) {
  EXPECT_EQ(exponential(-1e9), exponential(-708));
  EXPECT_GT(exponential(-1e9), 0);
  EXPECT_EQ(exponential(1e9), exponential(709));
  EXPECT_TRUE(std::isfinite(exponential(1e9)));
}

TEST(PortableMath, PlaneRotationAgreesWithLibm) {
  for (double angle = -1; angle <= 1; angle += 0.0173) {
    const PlaneRotation rotation = PlaneRotation::by(angle);
    EXPECT_NEAR(rotation.sin, std::sin(angle), 1e-14) << angle;
    EXPECT_NEAR(rotation.cos, std::cos(angle), 1e-14) << angle;
  }
}

TEST(PortableMath, RepeatedRotationsAddUpAndBack) {
  const PlaneRotation step = PlaneRotation::by(0.3);
  for (const Index times : {0, 1, 2, 3, 7, 64, 1000, -1, -5, -130}) {
    const PlaneRotation rotation = step.repeated(times);
    EXPECT_NEAR(rotation.sin, std::sin(0.3 * static_cast<double>(times)), 1e-12) << times;
    EXPECT_NEAR(rotation.cos, std::cos(0.3 * static_cast<double>(times)), 1e-12) << times;
  }
}

}  // namespace
}  // namespace attn
