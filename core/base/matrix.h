// The matrix types that the whole core speaks: float32, row-major, as the formulas write them.
#pragma once

#include <Eigen/Core>

namespace attn {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

// A matrix that is read or written in place; its rows may lie apart (a slice of a larger one).
using ConstMatrixRef = const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>&;
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;

}  // namespace attn
