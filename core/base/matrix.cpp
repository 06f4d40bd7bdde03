#include "base/matrix.h"

namespace attn {

ConstRows::ConstRows(const Matrix& m) noexcept
    : Map(m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())) {}

ConstRows::ConstRows(const MatrixMap& m) noexcept
    : Map(m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())) {}

ConstRows::ConstRows(const ConstMatrixMap& m) noexcept
    : Map(m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())) {}

MatrixRef::MatrixRef(Matrix& m) noexcept
    : Map(m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())) {}

MatrixRef::MatrixRef(RowVector& m) noexcept
    : Map(m.data(), 1, m.size(), Eigen::OuterStride<>(m.size())) {}

MatrixRef::MatrixRef(const MatrixMap& m) noexcept
    : Map(const_cast<float*>(m.data()), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())) {}

}  // namespace attn
