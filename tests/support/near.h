// Compares the core's floats with a double-precision reference. NaN fails unless expected.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

// The allowed error of a float32 sum of n products, relative to max(1, |expected|).
inline double reduction_tolerance(Index n) {
  return 2 * static_cast<double>(n + 8) * std::numeric_limits<float>::epsilon();
}

// |got - expected| / max(1, |expected|). NaN has distance 0 only from NaN, infinity only from
// itself.
inline double distance(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  if (got == expected) return 0;
  return std::abs(got - expected) / std::max(1.0, std::abs(expected));
}

inline testing::AssertionResult all_near(const float* got, std::size_t n,
                                         const std::vector<double>& expected, double tolerance) {
  if (n != expected.size()) {
    return testing::AssertionFailure() << "expected " << expected.size() << " elements, got " << n;
  }
  std::size_t worst = n;
  double worst_distance = -1;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = distance(got[i], expected[i]);
    // Negated, so that a NaN distance becomes the worst one, and remains it.
    if (!(d <= worst_distance) && !std::isnan(worst_distance)) {
      worst = i;
      worst_distance = d;
    }
  }
  if (worst == n || worst_distance <= tolerance) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "worst is element " << worst << " of " << n << ": expected "
                                     << expected[worst] << ", got " << got[worst] << ", off by "
                                     << worst_distance << " where " << tolerance << " is allowed";
}

inline testing::AssertionResult all_near(const Tensor& got, const std::vector<double>& expected,
                                         double tolerance) {
  return all_near(got.data.data(), got.data.size(), expected, tolerance)
         << " in " << got.shape_text();
}

inline testing::AssertionResult all_near(const Matrix& got, const std::vector<double>& expected,
                                         double tolerance) {
  return all_near(got.data(), static_cast<std::size_t>(got.size()), expected, tolerance)
         << " in [" << got.rows() << ", " << got.cols() << "]";
}

inline testing::AssertionResult all_near(const Tensor& got, const Tensor& expected,
                                         double tolerance) {
  if (got.shape != expected.shape) {
    return testing::AssertionFailure()
           << "expected the shape " << expected.shape_text() << ", got " << got.shape_text();
  }
  return all_near(got, std::vector<double>(expected.data.begin(), expected.data.end()), tolerance);
}

// Equal values; NaN equals NaN.
inline testing::AssertionResult identical(const Tensor& got, const Tensor& expected) {
  return all_near(got, expected, 0);
}

}  // namespace attn
