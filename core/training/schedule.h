// Factors that change from step to step: of the learning rate and of a penalty.
#pragma once

#include "base/matrix.h"

namespace attn {

enum class ScheduleKind { kConstant, kCosine };

// The factor of the learning rate. Steps count from 0.
//   rise(t)    min(1, (t + 1) / warm_up)
//   constant   rise(t)
//   cosine     rise(t) (floor + (1 - floor) (1 + cos(π t / steps)) / 2)
struct Schedule {
  ScheduleKind kind = ScheduleKind::kCosine;
  Index warm_up = 20;   // steps; 0 or 1: no warm-up
  double floor = 0.05;  // the factor at the end of the cosine, in [0, 1]

  // The same bits natively and in wasm. After the last step a cosine stays at its floor.
  double factor(Index step, Index steps) const;
};

// 0 until step begin * steps, then rising linearly to 1 at step full * steps.
struct Ramp {
  double begin = 0.4, full = 0.7;

  double factor(Index step, Index steps) const;
};

// Throw std::invalid_argument for a warm-up below 0, a floor outside [0, 1], and for fractions that
// are not 0 <= begin <= full <= 1.
void check_schedule(const Schedule& schedule);
void check_ramp(const Ramp& ramp);

}  // namespace attn
