// The scalar twin of multiply: the same operations per element, in the same order.
#pragma once

#include <cmath>

#include "base/matrix.h"
#include "kernels/product.h"

namespace attn {

inline float add_product(float a, float b, float sum, bool fused) {
  return fused ? std::fma(a, b, sum) : a * b + sum;
}

// c = alpha a b + bias + beta c;  fused: multiply-add rounds once
inline void twin_multiply(MatrixView a, MatrixView b, MatrixRef c, const ProductOptions& options,
                          bool fused) {
  const bool adds_both = options.bias != nullptr && options.beta != 0;
  const bool begins_with_bias = options.alpha == 1 && options.bias != nullptr && !adds_both;
  const bool begins_with_c = options.alpha == 1 && options.beta == 1 && !adds_both;
  for (Index i = 0; i < a.rows; ++i) {
    for (Index j = 0; j < b.cols; ++j) {
      float sum = begins_with_bias ? options.bias[j] : begins_with_c ? c(i, j) : 0;
      const float *a_k = a.data + i * a.row_stride, *b_k = b.data + j * b.column_stride;
      for (Index k = 0; k < a.cols; ++k, a_k += a.column_stride, b_k += b.row_stride) {
        sum = add_product(*a_k, *b_k, sum, fused);
      }
      sum *= options.alpha;
      if (options.bias != nullptr && !begins_with_bias) sum += options.bias[j];
      if (options.beta != 0 && !begins_with_c) sum = add_product(options.beta, c(i, j), sum, fused);
      c(i, j) = sum;
    }
    if (options.activate != nullptr) options.activate(c.row(i).data(), b.cols);
  }
}

}  // namespace attn
