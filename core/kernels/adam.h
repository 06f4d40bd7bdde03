// One step of Adam on n floats, each with its own moments (Kingma & Ba 2015, algorithm 1, in
// PyTorch's order of operations):
//
//   m <- beta_1 m + (1 - beta_1) g        v <- beta_2 v + (1 - beta_2) g²
//   x <- x - rate m / (√v unbias + epsilon)
//
// With epsilon 0 the divisor is 0 where v is, e.g. before the first gradient of a row that no token
// uses. There x stays as it is; PyTorch makes it NaN.
#pragma once

#include "base/matrix.h"

namespace attn {

struct AdamStep {
  float beta_1, one_minus_beta_1, beta_2, one_minus_beta_2;
  float rate;    // learning rate / (1 - beta_1^t)
  float unbias;  // 1 / √(1 - beta_2^t)
  float epsilon;
};

//   x, m, v [n]  in place    g [n]  the gradient
void adam_step(const AdamStep& step, float* x, const float* g, float* m, float* v, Index n);

}  // namespace attn
