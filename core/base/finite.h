// Is every number a number? Asked of whole score matrices, so the loop must vectorise.
#pragma once

#include "base/matrix.h"

namespace attn {

//   x  [n]
// returns false when any element is NaN or infinite.
bool all_finite(const float* x, Index n);

//   matrix  [rows, columns]
bool all_finite(ConstMatrixRef matrix);

// The largest |x|; infinity or NaN when an element is one of those.
float largest_magnitude(const float* x, Index n);

}  // namespace attn
