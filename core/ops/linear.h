// y = x w + b, as the equations write it (PyTorch stores wᵀ).
#pragma once

#include "base/matrix.h"

namespace attn {

//   x  [n, d_in]    w  [d_in, d_out]    b  [d_out], or empty for none
//   returns y [n, d_out]
// Throws std::invalid_argument when the shapes disagree, naming both.
Matrix linear(ConstMatrixRef x, ConstMatrixRef w, const RowVector& b);

}  // namespace attn
