#include "base/check.h"

namespace attn {

void check_index(const char* name, Index index, Index extent) {
  if (index >= 0 && index < extent) return;
  refuse("expected {} of at least 0 and below {}, got {}", {name, extent, index});
}

void check_min(const char* name, Index number, Index min) {
  if (number < min) refuse("expected {} of at least {}, got {}", {name, min, number});
}

void check_range(const char* name, Index number, Index min, Index max) {
  if (number >= min && number <= max) return;
  refuse("expected {} of {} to {}, got {}", {name, min, max, number});
}

}  // namespace attn
