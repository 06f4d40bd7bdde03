// A matrix somewhere inside a larger one, as its rows or as its columns; and matrices bit for bit.
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
    whole_ = Matrix::Constant(inner.rows() + 2, inner.cols() + margin + 1, guard);
    whole_.block(1, margin, inner.rows(), inner.cols()) = inner;
  }
  MatrixView view() const {
    const MatrixView inner(data(), by_columns_ ? cols_ : rows_, by_columns_ ? rows_ : cols_,
                           whole_.cols());
    return by_columns_ ? transposed(inner) : inner;
  }
  MatrixRef block() { return whole_.block(1, margin_, rows_, cols_); }
  bool guards_are_whole() const {
    const float* at = whole_.data();
    for (Index i = 0; i < whole_.rows(); ++i) {
      const bool has_inside = i >= 1 && i <= rows_;
      for (Index j = 0; j < whole_.cols(); ++j, ++at) {
        const bool is_inside = has_inside && j >= margin_ && j < margin_ + cols_;
        if (!is_inside && *at != guard_) return false;
      }
    }
    return true;
  }

 private:
  const float* data() const { return whole_.data() + whole_.cols() + margin_; }
  bool by_columns_;
  Index margin_;
  float guard_;
  Index rows_, cols_;
  Matrix whole_;
};

// Bit for bit, but NaN is NaN: which of two operands' payloads survives is the processor's affair.
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
