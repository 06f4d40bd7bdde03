// Normalization of each row over its d_model elements.
//
//   layer norm  y = (x - mean) / √(variance + epsilon) * gamma + beta      (Ba et al. 2016)
//   RMS norm    y = x / √(mean(x²) + epsilon) * gamma                      (Zhang & Sennrich 2019)
//
// The variance is the biased one (divided by d_model), as in PyTorch. If the variance and epsilon
// are both 0, the quotient is taken as 0.
#pragma once

#include "base/enum_words.h"
#include "base/matrix.h"

namespace attn {

enum class NormKind { kLayer, kRms };
inline constexpr EnumWords kNormWords = {"layer", "rms"};

struct NormParameters {
  RowVector gamma;  // [d_model]
  RowVector beta;   // [d_model]; empty for RMS norm, and for a layer norm without bias

  // gamma 1, beta 0 (beta only where the kind has one).
  static NormParameters identity(NormKind kind, Index d_model);

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("gamma", self.gamma);
    visit("beta", self.beta);
  }
};

//   x [n, d_model]    returns y [n, d_model]
// Throws std::invalid_argument when the shape of gamma or beta does not match x, naming both, and
// when epsilon is negative or not finite.
Matrix normalize(NormKind kind, ConstMatrixRef x, const NormParameters& parameters, float epsilon);

//   y [n, d_model]  out; must not overlap x
void normalize(NormKind kind, ConstMatrixRef x, const NormParameters& parameters, float epsilon,
               MatrixRef y);

struct NormGradients {
  Matrix d_x;                 // [n, d_model]
  NormParameters parameters;  // d_gamma, d_beta
};

//   x  forward's input    d_y [n, d_model]
// A row whose d_y is all 0 contributes nothing to d_gamma and d_beta and has d_x 0, even if x is
// NaN there (a padded token).
NormGradients normalize_backward(NormKind kind, ConstMatrixRef x, const NormParameters& parameters,
                                 float epsilon, ConstMatrixRef d_y);
//   d_x [n, d_model]  out    returns d_gamma and d_beta
NormParameters normalize_backward(NormKind kind, ConstMatrixRef x, const NormParameters& parameters,
                                  float epsilon, ConstMatrixRef d_y, MatrixRef d_x);

}  // namespace attn
