// What sparse attention spends its time on: sums over one row of a head.
#pragma once

#include "base/matrix.h"

namespace attn {

// Of a [n] and b [n], in an order that is the same on every target.
float dot(const float* a, const float* b, Index n);

//   x, sum  [n]    sum += factor * x
void add_scaled(float factor, const float* x, Index n, float* sum);

}  // namespace attn
