// How many of `count` cases are right: labels, examples, or rows of attention weights.
#pragma once

#include "base/matrix.h"

namespace attn {

struct Share {
  Index right = 0, count = 0;

  // right / count; 0 without cases.
  double value() const {
    return count == 0 ? 0 : static_cast<double>(right) / static_cast<double>(count);
  }
};

}  // namespace attn
