// Activations and norms as plain double-precision loops, written from the formulas of the papers.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "ops/activation.h"
#include "ops/layer_norm.h"
#include "support/central_difference.h"
#include "support/reference.h"

namespace attn::reference {

using Rows = std::vector<double>;  // [batch, n, width]

inline double activation(Activation kind, double x) {
  const double pi = std::acos(-1.0);
  switch (kind) {
    case Activation::kRelu:
      return std::fmax(x, 0);
    case Activation::kGelu:
      return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
    case Activation::kGeluTanh:
      return x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * std::pow(x, 3)))) / 2;
    case Activation::kSilu:
      return x / (1 + std::exp(-x));
  }
  return 0;
}

// Reads prefix + "gamma" and "beta" [d_model]; beta may be empty or missing. An example of a prefix
// is "norm_1.".
inline Rows norm(NormKind kind, const Values& values, const std::string& prefix, const Rows& x,
                 double epsilon) {
  const Rows& gamma = values.at(prefix + "gamma");
  const auto beta = values.find(prefix + "beta");
  const std::size_t d_model = gamma.size();
  Rows y;
  for (std::size_t start = 0; start < x.size(); start += d_model) {
    double mean = 0, square = 0;
    for (std::size_t c = 0; c < d_model; ++c) mean += x[start + c] / static_cast<double>(d_model);
    if (kind == NormKind::kRms) mean = 0;
    for (std::size_t c = 0; c < d_model; ++c) {
      square += std::pow(x[start + c] - mean, 2) / static_cast<double>(d_model);
    }
    for (std::size_t c = 0; c < d_model; ++c) {
      y.push_back((x[start + c] - mean) / std::sqrt(square + epsilon) * gamma[c] +
                  (beta == values.end() || beta->second.empty() ? 0 : beta->second[c]));
    }
  }
  return y;
}

}  // namespace attn::reference
