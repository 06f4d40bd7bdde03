// The cosine of the angle between two vectors.
#pragma once

#include "base/matrix.h"

namespace attn {

//   x, y     [1, d]
//   returns  x · y / (|x| |y|), 0 if one of them is zero
double cosine(ConstMatrixRef x, ConstMatrixRef y);

//   x     [1, d]
//   unit  [1, d]  out  x / |x|, or zeros if x is zero
void scale_to_unit(ConstMatrixRef x, MatrixRef unit);

// Adds d_cosine (y / |y| - cosine x / |x|) / |x| to d_x; nothing if one of the vectors is zero.
//   d_x  [1, d]  added to
void cosine_backward(ConstMatrixRef x, ConstMatrixRef y, double d_cosine, MatrixRef d_x);

}  // namespace attn
