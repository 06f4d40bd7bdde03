// Tests for NaN and infinity, and for zeros. Those for NaN and infinity run on entire score
// matrices, so their loop must vectorize.
#pragma once

#include <limits>

#include "base/matrix.h"

namespace attn {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

//   x  [n]
//   returns false when any element is NaN or infinite
bool all_finite(const float* x, Index n);

//   matrix  [rows, columns]
bool all_finite(ConstMatrixRef matrix);

// The largest |x|: NaN if any element is NaN, else infinity if any element is infinite.
//   x  [n]
float largest_magnitude(const float* x, Index n);

// Backward passes test gradients for this: 0 contributes nothing, even where it would be multiplied
// by NaN.
//   x  [n]
bool all_zero(const float* x, Index n);

}  // namespace attn
