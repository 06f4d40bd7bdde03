// The passes over one row of layer norm and RMS norm, forward and backward. ops/layer_norm.h has
// the formulas.
//
// Sums are in double, in two passes: the square of a large float does not overflow, and the mean of
// equal elements is exactly that element, so that x - mean of a constant row is exactly 0.
#pragma once

#include "base/matrix.h"

namespace attn {

// The rows passed to one call must not overlap.

//   x [n]    returns sum of x
double row_sum(const float* x, Index n);

//   x [n]    returns sum of (x - mean)²
double row_square_sum(const float* x, Index n, double mean);

//   y [n]  out: (x - mean) scale gamma + beta; beta may be null
void normalize_row(const float* x, Index n, double mean, double scale, const float* gamma,
                   const float* beta, float* y);

// With z = (x - mean) scale and g = d_y gamma.
struct NormSums {
  double g, g_z;  // sums of g and of g z
};

//   d_gamma, d_beta [n]  added to: d_y z, d_y
NormSums normalize_row_backward_sums(const float* x, const float* d_y, Index n, double mean,
                                     double scale, const float* gamma, double* d_gamma,
                                     double* d_beta);

//   d_x [n]  out: scale (g - g_mean - z g_z_mean)
void normalize_row_backward(const float* x, const float* d_y, Index n, double mean, double scale,
                            const float* gamma, double g_mean, double g_z_mean, float* d_x);

}  // namespace attn
