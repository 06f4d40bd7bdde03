// The passes over one row of a softmax, forward and backward.
#pragma once

#include "base/matrix.h"

namespace attn {

struct RowPeak {
  float max;    // -inf if the row is empty or all -inf; unspecified unless `finite`
  bool finite;  // no NaN and no +inf; -inf is allowed, for excluded keys
};

//   x [n]
RowPeak row_peak(const float* x, Index n);

// Exponentials are summed in chunks of this many, and then the chunks: the rounding error of a sum
// grows with its number of terms.
inline constexpr Index kSummedAtOnce = 512;

//   x    [n]  may hold -inf, for which y is 0
//   max  finite, at least as large as every x
//   y    [n]  out: exp((x - max) / temperature); may be x's storage
//   returns the sum of y, in an order that depends only on n
float row_exponentials(const float* x, Index n, float max, float temperature, float* y);

//   y [n]  in place: y / divisor
// Divides, because a product with 1 / divisor would not always be the correctly rounded quotient.
void divide_row(float* y, Index n, float divisor);

//   weights, d_weights [n]    returns sum_j weights[j] d_weights[j], skipping weights of 0
float mean_d_weight(const float* weights, const float* d_weights, Index n);

//   d_scores [n]  out: weights (d_weights - mean), 0 where the weight is 0 even if d_weights is NaN
//                 there; may be d_weights' storage
void row_d_scores(const float* weights, const float* d_weights, Index n, float mean,
                  float* d_scores);

//   y [n]  out: factors x, 0 where the factor is 0 even if x is NaN there; may be x's storage
void scale_where_nonzero(const float* factors, const float* x, Index n, float* y);

}  // namespace attn
