// The numbers that a parameter form holds, computed in double by the form's definition.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/matrix.h"
#include "kernels/parameter_form.h"

namespace attn {

inline constexpr ParameterForm kForms[] = {ParameterForm::kFloat32, ParameterForm::kFloat16,
                                           ParameterForm::kBfloat16, ParameterForm::kInt8};

// x rounded to this many significant bits, ties to even, or to a multiple of 2^least.
inline double rounded_to(int bits, int least, double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  const int unit = std::max(exponent - bits, least);
  return std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit);
}

// Rounds to a form. Int8 has a scale for every 32 numbers of a column.
inline Matrix rounded(const Matrix& b, ParameterForm form) {
  Matrix r = b;
  for (Index j = 0; j < b.cols(); ++j) {
    for (Index k = 0; k < b.rows(); ++k) {
      const double x = b(k, j);
      if (form == ParameterForm::kFloat16) {
        r(k, j) = static_cast<float>(rounded_to(11, -24, x));
      } else if (form == ParameterForm::kBfloat16) {
        r(k, j) = static_cast<float>(rounded_to(8, -133, x));
      } else if (form == ParameterForm::kInt8) {
        const Index first = k / 32 * 32, n = std::min<Index>(32, b.rows() - first);
        const double largest = b.col(j).segment(first, n).cwiseAbs().maxCoeff();
        const double scale = rounded_to(8, -133, static_cast<float>(largest / 127));
        r(k, j) = scale == 0 ? 0 : static_cast<float>(scale * std::nearbyint(x / scale));
      }
    }
  }
  return r;
}

// The left operand of an int8 product: every 32 numbers of a row as 16-bit integers times a scale.
inline Matrix rounded_to_16_bits(const Matrix& a) {
  Matrix r = a;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index first = 0; first < a.cols(); first += 32) {
      const Index n = std::min<Index>(32, a.cols() - first);
      const double largest = a.row(i).segment(first, n).cwiseAbs().maxCoeff();
      for (Index k = first; k < first + n; ++k) {
        const double q = largest == 0 ? 0 : std::nearbyint(a(i, k) * 32767 / largest);
        r(i, k) = static_cast<float>(q * largest / 32767);
      }
    }
  }
  return r;
}

}  // namespace attn
