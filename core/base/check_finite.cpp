#include "base/check_finite.h"

#include <cmath>

#include "base/check.h"

namespace attn {

void check_finite(const char* name, float number) {
  if (number >= 0 && std::isfinite(number)) return;
  refuse("expected a finite {} of at least 0, got {}", {name, number_text(double{number})});
}

}  // namespace attn
