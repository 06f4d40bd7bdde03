// The activation functions of feed-forward layers, element by element.
#pragma once

#include "base/enum_words.h"
#include "base/matrix.h"

namespace attn {

enum class Activation {
  kRelu,      // max(x, 0)
  kGelu,      // x Φ(x), Φ(x) = (1 + erf(x / √2)) / 2         (Hendrycks & Gimpel 2016)
  kGeluTanh,  // x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2   (the same, section 2)
  kSilu,      // x / (1 + exp(-x))
};
inline constexpr EnumWords kActivationWords = {"relu", "gelu", "gelu_tanh", "silu"};

// The kernel of an activation, in place on x [n].
using ActivationKernel = void (*)(float* x, Index n);
ActivationKernel activation_kernel(Activation activation);

//   x [n, d]    returns y [n, d]
Matrix activate(Activation activation, ConstMatrixRef x);

//   x [n, d]  forward's input    d_y [n, d]    returns d_x [n, d]
// Where d_y is exactly 0, d_x is 0, even if x is NaN (a padded token).
Matrix activate_backward(Activation activation, ConstMatrixRef x, ConstMatrixRef d_y);
// The same in place.    d [n, d]  d_y -> d_x
void activate_backward_in_place(Activation activation, ConstMatrixRef x, MatrixRef d);

}  // namespace attn
