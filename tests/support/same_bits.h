// Bitwise comparison, including the sign of 0. NaN equals NaN: the processor decides which
// operand's NaN payload survives.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

template <class Number>
testing::AssertionResult same_bits(const Number* got, const Number* expected, std::size_t n) {
  if (n == 0 || std::memcmp(got, expected, n * sizeof(Number)) == 0) {
    return testing::AssertionSuccess();
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (std::isnan(got[j]) && std::isnan(expected[j])) continue;
    if (std::memcmp(got + j, expected + j, sizeof(Number)) == 0) continue;
    return testing::AssertionFailure()
           << "expected " << expected[j] << " at " << j << " of " << n << ", got " << got[j];
  }
  return testing::AssertionSuccess();
}

template <class Number>
testing::AssertionResult same_bits(const std::vector<Number>& got,
                                   const std::vector<Number>& expected) {
  if (got.size() != expected.size()) {
    return testing::AssertionFailure()
           << "expected length " << expected.size() << ", got " << got.size();
  }
  return same_bits(got.data(), expected.data(), got.size());
}

inline testing::AssertionResult same_bits(ConstMatrixRef got, ConstMatrixRef expected) {
  for (Index i = 0; i < got.rows(); ++i) {
    const auto same =
        same_bits(got.data() + i * got.outerStride(), expected.data() + i * expected.outerStride(),
                  static_cast<std::size_t>(got.cols()));
    if (!same) return testing::AssertionResult(same) << " in row " << i << " of " << got.rows();
  }
  return testing::AssertionSuccess();
}

inline testing::AssertionResult same_bits(const Tensor& got, const Tensor& expected) {
  if (got.shape != expected.shape) {
    return testing::AssertionFailure()
           << "expected the shape " << expected.shape_text() << ", got " << got.shape_text();
  }
  return same_bits(got.data, expected.data) << " in " << got.shape_text();
}

}  // namespace attn
