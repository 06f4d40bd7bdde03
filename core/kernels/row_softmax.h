// The passes over a row that a softmax is made of, forward and backward.
#pragma once

#include "base/matrix.h"

namespace attn {

struct RowPeak {
  float max;    // -inf of an empty row, and where every element is
  bool finite;  // no NaN and no +inf; -inf is an excluded key. Without it max means nothing
};

//   x [n]
RowPeak row_peak(const float* x, Index n);

// Of how many exponentials one sum is made, before these are summed: what rounding loses grows with
// the number of terms.
constexpr Index kSummedAtOnce = 512;

//   x [n]    y [n]  out: exp((x - max) / temperature); may be x's storage
//   max  finite and no smaller than any x; x may be -inf, whose y is 0
//   returns the sum of y, in an order that depends on n alone
float row_exponentials(const float* x, Index n, float max, float temperature, float* y);

//   y [n]  in place: y / divisor. A quotient and no product with 1 / divisor: the weight that is
//          shown is then the float nearest to the quotient that the formula shows.
void divide_row(float* y, Index n, float divisor);

//   weights, d_weights [n]    returns sum_j weights[j] d_weights[j] over weights other than 0
float mean_d_weight(const float* weights, const float* d_weights, Index n);

//   d_scores [n]  out: weights (d_weights - mean), and 0 where the weight is 0 whatever d_weights
//                 holds there; may be d_weights' storage
void row_d_scores(const float* weights, const float* d_weights, Index n, float mean,
                  float* d_scores);

}  // namespace attn
