// Mean squared error: mean((y - target)²) over all n elements.
#pragma once

#include "base/tensor.h"

namespace attn {

//   y, target  same shape, at least one element; not checked
//   d_y        out: the gradient 2 (y - target) / n
double mean_squared_error(const Tensor& y, const Tensor& target, Tensor& d_y);

}  // namespace attn
