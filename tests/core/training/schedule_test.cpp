#include "training/schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/refusal.h"

namespace attn {
namespace {

TEST(Schedule, ACosineAfterAWarmUpEndsAtItsFloor) {
  const Schedule schedule{ScheduleKind::kCosine, 20, 0.05};
  for (const Index steps : {1, 2, 3, 100, 800, 100000}) {
    for (Index step = 0; step <= steps; step += std::max<Index>(1, steps / 37)) {
      const double t = static_cast<double>(step), all = static_cast<double>(steps);
      const double warm_up = std::min(1.0, (t + 1) / 20);
      const double expected =
          warm_up * (0.05 + 0.95 * 0.5 * (1 + std::cos(std::numbers::pi * t / all)));
      EXPECT_NEAR(schedule.factor(step, steps), expected, 1e-9) << step << " of " << steps;
    }
  }
  EXPECT_EQ(schedule.factor(5000, 100), 0.05);
  // As many steps as a state may count: Index has 32 bits in WebAssembly.
  constexpr Index kMaxSteps = 1 << 30;
  EXPECT_NEAR(schedule.factor(kMaxSteps / 2, kMaxSteps), 0.525, 1e-6);
}

TEST(Schedule, AConstantRateStaysAfterItsWarmUp) {
  const Schedule schedule{ScheduleKind::kConstant, 4, 0.05};
  EXPECT_EQ(schedule.factor(0, 10), 0.25);
  EXPECT_EQ(schedule.factor(3, 10), 1);
  EXPECT_EQ(schedule.factor(9, 10), 1);
  EXPECT_EQ((Schedule{ScheduleKind::kConstant, 0, 0}.factor(0, 10)), 1);
}

TEST(Ramp, RisesBetweenTwoFractionsOfTheSteps) {
  const Ramp ramp{0.4, 0.7};
  EXPECT_EQ(ramp.factor(0, 100), 0);
  EXPECT_EQ(ramp.factor(40, 100), 0);
  EXPECT_NEAR(ramp.factor(55, 100), 0.5, 1e-12);
  EXPECT_EQ(ramp.factor(70, 100), 1);
  EXPECT_EQ(ramp.factor(500, 100), 1);
  EXPECT_EQ((Ramp{0, 0}.factor(0, 100)), 1);
}

TEST(Schedule, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(refusal([] { check_schedule({ScheduleKind::kCosine, -1}); }),
            "expected warm_up of at least 0, got -1");
  EXPECT_EQ(refusal([] { check_schedule({ScheduleKind::kCosine, 0, 1.5}); }),
            "expected a floor from 0 to 1, got 1.5");
  EXPECT_EQ(refusal([] { check_ramp({0.7, 0.4}); }),
            "expected a ramp with 0 <= begin <= full <= 1, got 0.7 and 0.4");
}

}  // namespace
}  // namespace attn
