// What multiply does, one element after the other and in its order: the scalar twin of the kernels.
#pragma once

#include <cmath>

#include "base/matrix.h"
#include "kernels/product.h"

namespace attn {

inline float add_product(float a, float b, float sum, bool fused) {
  return fused ? std::fma(a, b, sum) : a * b + sum;
}

// c = alpha a b + bias + beta c;  fused: a product is added to its sum in one rounding
inline void twin_multiply(MatrixView a, MatrixView b, MatrixRef c, const ProductOptions& options,
                          bool fused) {
  for (Index i = 0; i < a.rows; ++i) {
    for (Index j = 0; j < b.cols; ++j) {
      float sum = 0;
      for (Index k = 0; k < a.cols; ++k) sum = add_product(a.at(i, k), b.at(k, j), sum, fused);
      sum *= options.alpha;
      if (options.bias != nullptr) sum += options.bias[j];
      if (options.beta != 0) sum = add_product(options.beta, c(i, j), sum, fused);
      c(i, j) = sum;
    }
    if (options.activate != nullptr) options.activate(c.row(i).data(), b.cols);
  }
}

}  // namespace attn
