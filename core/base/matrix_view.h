// A read-only view of a matrix: row-major, column-major, or part of a larger matrix.
#pragma once

#include "base/matrix.h"

namespace attn {

// data + offset. Null stays null, because C++ allows no offset to the null pointer of an empty
// matrix.
template <class Float>
Float* offset_by(Float* data, Index offset) {
  return data == nullptr ? nullptr : data + offset;
}

struct MatrixView {
  const float* data = nullptr;
  Index rows = 0, cols = 0;
  Index row_stride = 0, column_stride = 1;  // in elements; one of them is 1

  MatrixView() = default;
  MatrixView(const float* data, Index rows, Index cols, Index row_stride, Index column_stride = 1)
      : data(data), rows(rows), cols(cols), row_stride(row_stride), column_stride(column_stride) {}

  // Converts anything row-major: a Matrix, a RowVector, a map, or a block of these.
  MatrixView(const Matrix& m) noexcept;  // implicit conversion is intended
  MatrixView(const MatrixMap& m) noexcept;
  MatrixView(const ConstMatrixMap& m) noexcept;
  template <class Dense>
  MatrixView(const Eigen::DenseBase<Dense>& m)
      : MatrixView(m.derived().data(), m.rows(), m.cols(), m.derived().outerStride()) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
  }

  MatrixView row_range(Index first, Index count) const {
    return {offset_by(data, first * row_stride), count, cols, row_stride, column_stride};
  }
  MatrixView column_range(Index first, Index count) const {
    return {offset_by(data, first * column_stride), rows, count, row_stride, column_stride};
  }
  float at(Index row, Index column) const {
    return data[row * row_stride + column * column_stride];
  }
};

MatrixView transposed(const MatrixView& m) noexcept;

}  // namespace attn
