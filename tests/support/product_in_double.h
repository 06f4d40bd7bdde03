// A product summed in double, with a bound for the rounding error of the float product.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/product.h"

namespace attn {

class ProductInDouble {
 public:
  // zero_selects: true if 0 * NaN is NaN, as in multiply; false to skip zeros of a, as in
  // multiply_where_nonzero.
  ProductInDouble(const Matrix& a, const Matrix& b, bool zero_selects = true)
      : depth_(a.cols()), sums_(static_cast<std::size_t>(a.rows() * b.cols())) {
    for (Index i = 0; i < a.rows(); ++i) {
      for (Index k = 0; k < a.cols(); ++k) {
        const double a_k = a.data()[i * a.cols() + k];
        if (a_k == 0 && !zero_selects) continue;
        const float* b_k = b.data() + k * b.cols();
        Sum* sum = sums_.data() + i * b.cols();
        for (Index j = 0; j < b.cols(); ++j) {
          const double product = a_k * b_k[j];
          sum[j].value += product;
          sum[j].magnitude += product < 0 ? -product : product;
        }
      }
    }
  }

  // Whether got = activate(alpha a b + bias + beta before), within rounding. Each of the depth + 6
  // roundings of an element is at most half a unit in the last place of the sum of all magnitudes,
  // or half the smallest denormal.
  testing::AssertionResult is(ConstMatrixRef got, const Matrix& before,
                              const ProductOptions& options) const {
    const double roundings = static_cast<double>(depth_ + 6);
    const Sum* sum = sums_.data();
    const float* before_at = before.data();
    for (Index i = 0; i < got.rows(); ++i) {
      const float* row = got.data() + i * got.outerStride();
      for (Index j = 0; j < got.cols(); ++j, ++sum, ++before_at) {
        const double added = options.bias == nullptr ? 0 : options.bias[j];
        const double kept = options.beta == 0 ? 0 : static_cast<double>(options.beta) * *before_at;
        float expected = static_cast<float>(options.alpha * sum->value + added + kept);
        if (options.activate != nullptr) options.activate(&expected, 1);
        if (row[j] == expected || (std::isnan(row[j]) && std::isnan(expected))) continue;
        const double magnitude =
            std::abs(options.alpha) * sum->magnitude + std::abs(added) + std::abs(kept);
        const double off = std::abs(static_cast<double>(row[j]) - expected);
        const double allowed = roundings * (0x1p-24 * magnitude + 0x1p-149);
        if (std::isfinite(expected) && off <= allowed) continue;
        return testing::AssertionFailure()
               << "at " << i << ", " << j << " of " << got.rows() << " x " << got.cols()
               << ", depth " << depth_ << ": expected " << expected << ", got " << row[j];
      }
    }
    return testing::AssertionSuccess();
  }

 private:
  struct Sum {
    double value = 0, magnitude = 0;  // sum of the products, and of their absolute values
  };
  Index depth_;
  std::vector<Sum> sums_;  // [rows, columns]
};

}  // namespace attn
