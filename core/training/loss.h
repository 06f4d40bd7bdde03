// What training makes small.
#pragma once

#include "base/tensor.h"

namespace attn {

// The mean over all elements of (y - target)²; d_y receives its gradient, 2 (y - target) / n.
//   y, target  of the same shape, with at least one element
double mean_squared_error(const Tensor& y, const Tensor& target, Tensor& d_y);

}  // namespace attn
