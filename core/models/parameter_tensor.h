// A parameter as a tensor.
#pragma once

#include <string_view>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

// A copy of a parameter of a layer or model. Its name determines its axes: "w_q" has [d_in, d_out],
// "positions" [position, d_model].
Tensor parameter_tensor(std::string_view name, const Matrix& matrix);
Tensor parameter_tensor(std::string_view name, const RowVector& vector);

}  // namespace attn
