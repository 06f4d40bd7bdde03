// A matrix surrounded by guard values, row-major or column-major.
#pragma once

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

}  // namespace attn
