// A matrix surrounded by guard values, row-major or column-major, and bitwise comparison of
// matrices.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/matrix_view.h"

namespace attn {

class Guarded {
 public:
  Guarded(const Matrix& m, bool by_columns, Index margin, float guard)
      : by_columns_(by_columns), margin_(margin), guard_(guard), rows_(m.rows()), cols_(m.cols()) {
    const Matrix inner = by_columns ? Matrix(m.transpose()) : m;
    buffer_ = Matrix::Constant(inner.rows() + 2, inner.cols() + margin + 1, guard);
    buffer_.block(1, margin, inner.rows(), inner.cols()) = inner;
  }
  MatrixView view() const {
    const MatrixView inner(data(), by_columns_ ? cols_ : rows_, by_columns_ ? rows_ : cols_,
                           buffer_.cols());
    return by_columns_ ? transposed(inner) : inner;
  }
  MatrixRef block() { return buffer_.block(1, margin_, rows_, cols_); }
  bool guards_are_intact() const {
    const float* at = buffer_.data();
    for (Index i = 0; i < buffer_.rows(); ++i) {
      const bool has_inside = i >= 1 && i <= rows_;
      for (Index j = 0; j < buffer_.cols(); ++j, ++at) {
        const bool is_inside = has_inside && j >= margin_ && j < margin_ + cols_;
        if (!is_inside && *at != guard_) return false;
      }
    }
    return true;
  }

 private:
  const float* data() const { return buffer_.data() + buffer_.cols() + margin_; }
  bool by_columns_;
  Index margin_;
  float guard_;
  Index rows_, cols_;
  Matrix buffer_;
};

// Equal bits, or both NaN: the processor decides which operand's NaN payload survives.
inline bool same_bits(float x, float y) {
  return (std::isnan(x) && std::isnan(y)) || std::memcmp(&x, &y, sizeof x) == 0;
}

inline testing::AssertionResult same_bits(ConstMatrixRef got, ConstMatrixRef expected) {
  for (Index i = 0; i < got.rows(); ++i) {
    const float *got_row = got.data() + i * got.outerStride(),
                *expected_row = expected.data() + i * expected.outerStride();
    const auto bytes = static_cast<std::size_t>(got.cols()) * sizeof(float);
    if (std::memcmp(got_row, expected_row, bytes) == 0) continue;
    for (Index j = 0; j < got.cols(); ++j) {
      if (same_bits(got_row[j], expected_row[j])) continue;
      return testing::AssertionFailure()
             << "at " << i << ", " << j << " of " << got.rows() << " x " << got.cols()
             << ": expected " << expected_row[j] << ", got " << got_row[j];
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace attn
