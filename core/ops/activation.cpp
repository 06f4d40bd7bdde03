#include "ops/activation.h"

#include <cmath>

#include "base/check.h"
#include "base/tensor.h"

namespace attn {
namespace {

// All in double: rounding to float hides what libraries disagree on, and no finite float overflows
// on the way.
constexpr double kHalfRoot = 0.70710678118654752440;         // 1 / √2
constexpr double kNormalPeak = 0.39894228040143267794;       // 1 / √(2 π)
constexpr double kRootOfTwoOverPi = 0.79788456080286535588;  // √(2 / π)
constexpr double kCubic = 0.044715;

// What is not below 0 stays: NaN does too.
double relu(double x) { return x <= 0 ? 0 : x; }
double relu_slope(double x) { return x <= 0 ? 0 : 1; }

// Φ(x). erfc and not 1 + erf, which loses all digits far below 0.
double normal_cdf(double x) { return std::erfc(-x * kHalfRoot) / 2; }
double gelu(double x) { return x * normal_cdf(x); }
double gelu_slope(double x) { return normal_cdf(x) + x * kNormalPeak * std::exp(-x * x / 2); }

double gelu_tanh(double x) {
  return x * (1 + std::tanh(kRootOfTwoOverPi * (x + kCubic * x * x * x))) / 2;
}
double gelu_tanh_slope(double x) {
  const double t = std::tanh(kRootOfTwoOverPi * (x + kCubic * x * x * x));
  return (1 + t + x * (1 - t * t) * kRootOfTwoOverPi * (1 + 3 * kCubic * x * x)) / 2;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double silu(double x) { return x * sigmoid(x); }
double silu_slope(double x) { return sigmoid(x) * (1 + x * sigmoid(-x)); }

template <double (*f)(double)>
void apply(float* x, Index n) {
  for (Index i = 0; i < n; ++i) x[i] = static_cast<float>(f(x[i]));
}

template <double (*slope)(double)>
void apply_backward(ConstMatrixRef x, ConstMatrixRef d_y, Matrix& d_x) {
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < x.cols(); ++j) {
      const double d = d_y(i, j);
      d_x(i, j) = d == 0 ? 0 : static_cast<float>(slope(x(i, j)) * d);
    }
  }
}

}  // namespace

ActivationKernel activation_kernel(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return apply<relu>;
    case Activation::kGelu:
      return apply<gelu>;
    case Activation::kGeluTanh:
      return apply<gelu_tanh>;
    case Activation::kSilu:
      return apply<silu>;
  }
  return nullptr;
}

Matrix activate(Activation activation, ConstMatrixRef x) {
  element_count({x.rows(), x.cols()});
  Matrix y = x;
  activation_kernel(activation)(y.data(), y.size());
  return y;
}

Matrix activate_backward(Activation activation, ConstMatrixRef x, ConstMatrixRef d_y) {
  check_shape("d_y", d_y, x.rows(), x.cols());
  Matrix d_x(x.rows(), x.cols());
  switch (activation) {
    case Activation::kRelu:
      apply_backward<relu_slope>(x, d_y, d_x);
      break;
    case Activation::kGelu:
      apply_backward<gelu_slope>(x, d_y, d_x);
      break;
    case Activation::kGeluTanh:
      apply_backward<gelu_tanh_slope>(x, d_y, d_x);
      break;
    case Activation::kSilu:
      apply_backward<silu_slope>(x, d_y, d_x);
      break;
  }
  return d_x;
}

}  // namespace attn
