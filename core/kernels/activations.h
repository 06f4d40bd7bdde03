// The functions between the two products of a feed-forward layer, in place on a row of floats, and
// their slopes. ops/activation.h has the formulas.
//
// They are written by their tails, T(a) for a = |x|, which is small where the function nears x:
//
//   f(x)  = max(x, 0) - a T(a)
//   f'(x) = T(a) + a T'(a) =: g(a)   for x <= 0, and 1 - g(a) above
//
// so that nothing cancels far out on either side. Above 0 within 4 units in the last place (GELU;
// the others within 2). Below, where the tail is all there is, relative to the value: GELU within
// 8 * 2^-24, SiLU within 4 * 2^-24, and GELU's tanh form, whose exponent is rounded before, within
// 1.2e-5 at -10, where the value is 1e-37, and in proportion to the exponent nearer to 0.
#pragma once

#include "base/matrix.h"

namespace attn {

//   x [n]
void relu(float* x, Index n);
void gelu(float* x, Index n);
void gelu_tanh(float* x, Index n);
void silu(float* x, Index n);

//   x [n]  what forward was given    d [n]  in place: d_y -> d_x = d_y f'(x)
// Where d_y is exactly 0, d_x is 0 whatever x holds there.
void relu_backward(const float* x, float* d, Index n);
void gelu_backward(const float* x, float* d, Index n);
void gelu_tanh_backward(const float* x, float* d, Index n);
void silu_backward(const float* x, float* d, Index n);

}  // namespace attn
