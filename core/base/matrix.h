// The matrix types that the whole core speaks: float32, row-major, as the formulas write them.
#pragma once

#include <Eigen/Core>

namespace attn {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

// Of whatever lies by rows: a Matrix, a RowVector, a map, a block of these. Unlike Eigen's Ref to
// what is only read it never copies, and so has nothing to free.
class ConstRows : public Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  template <class Dense>
  ConstRows(const Eigen::DenseBase<Dense>& m)  // NOLINT: a view is what its matrix is
      : Map(m.derived().data(), m.rows(), m.cols(),
            Eigen::OuterStride<>(m.derived().outerStride())) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
  }
};

// A matrix that is read or written in place; its rows may lie apart (a slice of a larger one).
using ConstMatrixRef = const ConstRows&;
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;

}  // namespace attn
