#include "base/matrix_view.h"

namespace attn {

MatrixView::MatrixView(const Matrix& m) noexcept
    : MatrixView(m.data(), m.rows(), m.cols(), m.cols()) {}

MatrixView::MatrixView(const MatrixMap& m) noexcept
    : MatrixView(m.data(), m.rows(), m.cols(), m.cols()) {}

MatrixView::MatrixView(const ConstMatrixMap& m) noexcept
    : MatrixView(m.data(), m.rows(), m.cols(), m.cols()) {}

MatrixView transposed(const MatrixView& m) noexcept {
  return {m.data, m.cols, m.rows, m.column_stride, m.row_stride};
}

}  // namespace attn
