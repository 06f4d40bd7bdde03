#include "ops/activation.h"

#include "base/check.h"
#include "base/tensor.h"
#include "kernels/activations.h"

namespace attn {
namespace {

struct Kernels {
  void (*forward)(float* x, Index n);
  void (*backward)(const float* x, float* d, Index n);
};

Kernels kernels_of(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return {relu, relu_backward};
    case Activation::kGelu:
      return {gelu, gelu_backward};
    case Activation::kGeluTanh:
      return {gelu_tanh, gelu_tanh_backward};
    case Activation::kSilu:
      return {silu, silu_backward};
  }
  return {};
}

}  // namespace

ActivationKernel activation_kernel(Activation activation) { return kernels_of(activation).forward; }

Matrix activate(Activation activation, ConstMatrixRef x) {
  check_element_count({x.rows(), x.cols()});
  Matrix y = x;
  kernels_of(activation).forward(y.data(), y.size());
  return y;
}

Matrix activate_backward(Activation activation, ConstMatrixRef x, ConstMatrixRef d_y) {
  check_shape("d_y", d_y, x.rows(), x.cols());
  Matrix d_x = d_y;
  activate_backward_in_place(activation, x, d_x);
  return d_x;
}

void activate_backward_in_place(Activation activation, ConstMatrixRef x, MatrixRef d) {
  check_shape("d", d, x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    kernels_of(activation)
        .backward(x.data() + i * x.outerStride(), d.data() + i * d.outerStride(), x.cols());
  }
}

}  // namespace attn
