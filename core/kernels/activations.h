// The activation functions of feed-forward layers, in place on a row of floats, and their
// gradients. ops/activation.h has the formulas.
//
// With a = |x| and a tail T(a), which falls to 0 as a grows:
//
//   f(x)  = max(x, 0) - a T(a)
//   f'(x) = g(a)       for x <= 0, where g(a) = T(a) + a T'(a)
//         = 1 - g(a)   for x > 0
//
// This avoids cancellation for large |x| of either sign. For x > 0 the error is at most 4 units in
// the last place for GELU and 2 for the others. For x < 0, where f(x) is the tail alone, the
// relative error is at most 8 * 2^-24 for GELU and 4 * 2^-24 for SiLU. GELU's tanh form rounds the
// exponent before exp, so its relative error is proportional to the exponent: 1.2e-5 at x = -10,
// where f(x) is 1e-37.
#pragma once

#include "base/matrix.h"

namespace attn {

//   x [n]  in place: x -> f(x)
void relu(float* x, Index n);
void gelu(float* x, Index n);
void gelu_tanh(float* x, Index n);
void silu(float* x, Index n);

//   x [n]  forward's input    d [n]  in place: d_y -> d_x = d_y f'(x)
// Where d_y is exactly 0, d_x is 0, even if x is NaN.
void relu_backward(const float* x, float* d, Index n);
void gelu_backward(const float* x, float* d, Index n);
void gelu_tanh_backward(const float* x, float* d, Index n);
void silu_backward(const float* x, float* d, Index n);

}  // namespace attn
