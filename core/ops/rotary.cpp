#include "ops/rotary.h"

#include <cmath>

#include "base/check.h"

namespace attn {

void check_rotary(const RotaryConfig& config, Index d_head) {
  if (d_head % 2 != 0) {
    refuse("expected an even d_head, because rotary positions rotate pairs of its elements, got {}",
           {d_head});
  }
  if (!(config.base >= 1 && std::isfinite(config.base))) {
    refuse("expected a finite rotary base of at least 1, got {}", {number_text(config.base)});
  }
}

}  // namespace attn
