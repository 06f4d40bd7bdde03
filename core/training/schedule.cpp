#include "training/schedule.h"

#include <algorithm>
#include <numbers>

#include "base/check.h"
#include "base/portable_math.h"

namespace attn {

double Schedule::factor(Index step, Index steps) const {
  double factor = 1;
  if (step + 1 < warm_up) {
    factor = static_cast<double>(step + 1) / static_cast<double>(warm_up);
  }
  if (kind == ScheduleKind::kConstant) return factor;
  if (step >= steps) return factor * floor;
  // PlaneRotation::by takes at most 1 radian: a quarter of the angle between two steps.
  const PlaneRotation quarter =
      PlaneRotation::by(std::numbers::pi / (4 * static_cast<double>(steps)));
  return factor * (floor + (1 - floor) * (1 + quarter.repeated(4).repeated(step).cos) / 2);
}

double Ramp::factor(Index step, Index steps) const {
  const double done = static_cast<double>(step) / static_cast<double>(steps);
  if (done >= full) return 1;
  return done <= begin ? 0 : (done - begin) / (full - begin);
}

void check_schedule(const Schedule& schedule) {
  check_min("warm_up", schedule.warm_up, 0);
  if (!(schedule.floor >= 0 && schedule.floor <= 1)) {
    refuse("expected a floor from 0 to 1, got {}", {number_text(schedule.floor)});
  }
}

void check_ramp(const Ramp& ramp) {
  if (ramp.begin >= 0 && ramp.begin <= ramp.full && ramp.full <= 1) return;
  refuse("expected a ramp with 0 <= begin <= full <= 1, got {} and {}",
         {number_text(ramp.begin), number_text(ramp.full)});
}

}  // namespace attn
