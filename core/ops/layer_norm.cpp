#include "ops/layer_norm.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/check_finite.h"
#include "base/finite.h"
#include "base/tensor.h"
#include "kernels/layer_norm.h"

namespace attn {
namespace {

struct Moments {
  double mean = 0;   // 0 for RMS norm, which does not subtract the mean
  double scale = 0;  // 1 / √(variance + epsilon); 0 when that would divide by 0
};

Moments moments_of(NormKind kind, const float* x, Index n, double epsilon) {
  Moments moments;
  const auto count = static_cast<double>(n);
  if (kind == NormKind::kLayer) moments.mean = row_sum(x, n) / count;
  const double square = row_square_sum(x, n, moments.mean) / count + epsilon;
  // `!(square <= 0)` is also true for NaN, so that NaN in the row reaches the result.
  if (!(square <= 0)) moments.scale = 1 / std::sqrt(square);
  return moments;
}

void check_norm_arguments(NormKind kind, ConstMatrixRef x, const NormParameters& parameters,
                          float epsilon) {
  const Index d_model = x.cols();
  if (parameters.gamma.size() != d_model) {
    refuse("expected gamma of shape [{}] to go with x [{}, {}], got [{}]",
           {d_model, x.rows(), d_model, parameters.gamma.size()});
  }
  const Index beta = parameters.beta.size();
  if (kind == NormKind::kRms && beta != 0) {
    refuse("expected no beta for RMS norm, got [{}]", {beta});
  }
  if (beta != 0 && beta != d_model) {
    refuse("expected beta of shape [{}] or none to go with x [{}, {}], got [{}]",
           {d_model, x.rows(), d_model, beta});
  }
  check_finite("epsilon", epsilon);
}

void put(const std::vector<double>& from, RowVector& to) {
  for (Index c = 0; c < to.size(); ++c) {
    to(c) = static_cast<float>(from[static_cast<std::size_t>(c)]);
  }
}

}  // namespace

NormParameters NormParameters::identity(NormKind kind, Index d_model) {
  check_element_count({d_model});
  NormParameters parameters;
  parameters.gamma.setOnes(d_model);
  if (kind == NormKind::kLayer) parameters.beta.setZero(d_model);
  return parameters;
}

Matrix normalize(NormKind kind, ConstMatrixRef x, const NormParameters& parameters, float epsilon) {
  check_element_count({x.rows(), x.cols()});
  Matrix y(x.rows(), x.cols());
  normalize(kind, x, parameters, epsilon, y);
  return y;
}

void normalize(NormKind kind, ConstMatrixRef x, const NormParameters& parameters, float epsilon,
               MatrixRef y) {
  check_norm_arguments(kind, x, parameters, epsilon);
  check_shape("y", y, x.rows(), x.cols());
  const Index n = x.rows(), d_model = x.cols();
  const float* beta = parameters.beta.size() != 0 ? parameters.beta.data() : nullptr;
  for (Index i = 0; i < n; ++i) {
    const float* row = x.data() + i * x.outerStride();
    const Moments m = moments_of(kind, row, d_model, epsilon);
    normalize_row(row, d_model, m.mean, m.scale, parameters.gamma.data(), beta,
                  y.data() + i * y.outerStride());
  }
}

// For each row, with z = (x - mean) scale and g = d_y gamma:
//   d_x = scale (g - mean(g) - z mean(g z))      RMS norm: without mean(g)
NormGradients normalize_backward(NormKind kind, ConstMatrixRef x, const NormParameters& parameters,
                                 float epsilon, ConstMatrixRef d_y) {
  NormGradients gradients;
  gradients.d_x.resize(x.rows(), x.cols());
  gradients.parameters = normalize_backward(kind, x, parameters, epsilon, d_y, gradients.d_x);
  return gradients;
}

NormParameters normalize_backward(NormKind kind, ConstMatrixRef x, const NormParameters& parameters,
                                  float epsilon, ConstMatrixRef d_y, MatrixRef d_x) {
  check_norm_arguments(kind, x, parameters, epsilon);
  check_shape("d_y", d_y, x.rows(), x.cols());
  check_shape("d_x", d_x, x.rows(), x.cols());
  const Index n = x.rows(), d_model = x.cols();
  const auto count = static_cast<double>(d_model);
  std::vector<double> d_gamma(static_cast<std::size_t>(d_model)), d_beta = d_gamma;
  for (Index i = 0; i < n; ++i) {
    const float* row = x.data() + i * x.outerStride();
    const float* d_row = d_y.data() + i * d_y.outerStride();
    float* d_x_row = d_x.data() + i * d_x.outerStride();
    if (all_zero(d_row, d_model)) {
      std::fill_n(d_x_row, d_model, 0.0f);
      continue;
    }
    const Moments m = moments_of(kind, row, d_model, epsilon);
    const NormSums sums =
        normalize_row_backward_sums(row, d_row, d_model, m.mean, m.scale, parameters.gamma.data(),
                                    d_gamma.data(), d_beta.data());
    const double g_mean = kind == NormKind::kLayer ? sums.g / count : 0;
    normalize_row_backward(row, d_row, d_model, m.mean, m.scale, parameters.gamma.data(), g_mean,
                           sums.g_z / count, d_x_row);
  }
  NormParameters d;
  d.gamma.resize(d_model);
  d.beta.resize(parameters.beta.size());
  put(d_gamma, d.gamma);
  put(d_beta, d.beta);
  return d;
}

}  // namespace attn
