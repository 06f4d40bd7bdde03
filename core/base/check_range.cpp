#include "base/check.h"

namespace attn {

void check_index(const char* name, Index index, Index extent) {
  if (index >= 0 && index < extent) return;
  refuse("expected {} of at least 0 and below {}, got {}", {name, extent, index});
}

void check_min(const char* name, Index number, Index min) {
  if (number < min) refuse("expected {} of at least {}, got {}", {name, min, number});
}

}  // namespace attn
