// y = x w + b, as the equations write it (PyTorch stores wᵀ).
#pragma once

#include "base/matrix.h"

namespace attn {

//   x  [n, d_in]    w  [d_in, d_out]    b  [d_out], or empty for none
//   returns y [n, d_out]
// Throws std::invalid_argument when the shapes disagree, naming both.
Matrix linear(ConstMatrixRef x, ConstMatrixRef w, const RowVector& b);

//   d_x = d_y wᵀ    d_w = xᵀ d_y    d_b = sum of d_y over rows
//   d_y [n, d_out]    d_x [n, d_in]  out
// `d_w` and `d_b` are added to (a parameter may serve several products); `d_b` stays empty when it
// is empty. A row whose d_y is 0 gives nothing to d_w, even if x is NaN there (a padded token).
void linear_backward(ConstMatrixRef x, ConstMatrixRef w, ConstMatrixRef d_y, MatrixRef d_x,
                     MatrixRef d_w, RowVector& d_b);

// The half of it that training a first layer needs: d_w and d_b.
void linear_backward_parameters(ConstMatrixRef x, ConstMatrixRef d_y, MatrixRef d_w,
                                RowVector& d_b);

}  // namespace attn
