// y = x w + b, with w as in the equations (PyTorch stores wᵀ).
#pragma once

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

//   x  [n, d_in]    w  [d_in, d_out]    b  [d_out], or empty for none
//   returns y [n, d_out]
// Throws std::invalid_argument when the shapes disagree, naming both.
Matrix linear(ConstMatrixRef x, ConstMatrixRef w, const RowVector& b);

// Only the checks of linear: that x fits w, and that b does.
void check_linear_x(ConstMatrixRef x, ConstMatrixRef w);
void check_linear_b(ConstMatrixRef w, const RowVector& b);

//   d_x = d_y wᵀ    d_w = xᵀ d_y    d_b = sum of d_y over rows
//   d_y [n, d_out]    d_x [n, d_in]  out    d_w, d_b  added to
// An empty d_b stays empty. A row whose d_y is 0 contributes nothing to d_w, even if x is NaN there
// (a padded token). Throws std::invalid_argument when the shapes disagree.
//   packed, column  set by a layer that may hold w only as the columns of `packed` from `column` on
//                   (MultiHead::pack_as). If it does, w, d_w and d_b are not used.
void linear_backward(ConstMatrixRef x, ConstMatrixRef w, ConstMatrixRef d_y, MatrixRef d_x,
                     MatrixRef d_w, RowVector& d_b, const PackedMatrix* packed = nullptr,
                     Index column = 0);

// Only d_w and d_b, for a layer whose input needs no gradient.
void linear_backward_parameters(ConstMatrixRef x, ConstMatrixRef d_y, MatrixRef d_w,
                                RowVector& d_b);

}  // namespace attn
