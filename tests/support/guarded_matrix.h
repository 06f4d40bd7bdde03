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
  bool guards_are_whole() {
    Matrix rest = whole_;
    rest.block(1, margin_, rows_, cols_).setConstant(guard_);
    return rest == Matrix::Constant(rest.rows(), rest.cols(), guard_);
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

inline testing::AssertionResult same_bits(const Matrix& got, const Matrix& expected) {
  for (Index i = 0; i < got.rows(); ++i) {
    for (Index j = 0; j < got.cols(); ++j) {
      if (same_bits(got(i, j), expected(i, j))) continue;
      return testing::AssertionFailure()
             << "at " << i << ", " << j << " of " << got.rows() << " x " << got.cols()
             << ": expected " << expected(i, j) << ", got " << got(i, j);
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace attn
