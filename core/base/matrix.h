// The matrix types that the whole core speaks: float32, row-major, as the formulas write them.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace attn {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;

// Of anything row-major: a Matrix, a RowVector, a map, a block of these. Unlike Eigen's Ref to
// what is only read it never copies, and so has nothing to free. What functions are given most is
// viewed by functions of its own: a view made in place is three times the code of a call.
class ConstRows : public Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  ConstRows(const Matrix& m) noexcept;          // NOLINT: a view is what its matrix is
  ConstRows(const MatrixMap& m) noexcept;       // NOLINT
  ConstRows(const ConstMatrixMap& m) noexcept;  // NOLINT
  template <class Dense>
  ConstRows(const Eigen::DenseBase<Dense>& m)  // NOLINT
      : Map(m.derived().data(), m.rows(), m.cols(),
            Eigen::OuterStride<>(m.derived().outerStride())) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
  }
};

// A matrix that is read or written in place; its rows may lie apart (a slice of a larger one).
class MatrixRef : public Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  MatrixRef(Matrix& m) noexcept;           // NOLINT: a view is what its matrix is
  MatrixRef(RowVector& m) noexcept;        // NOLINT
  MatrixRef(const MatrixMap& m) noexcept;  // NOLINT
  // Of what is a view itself: a block that is const is one of elements that are not.
  template <class Dense>
  MatrixRef(const Eigen::DenseBase<Dense>& m)  // NOLINT
      : Map(const_cast<Dense&>(m.derived()).data(), m.rows(), m.cols(),
            Eigen::OuterStride<>(m.derived().outerStride())) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
    static_assert(!std::is_base_of_v<Eigen::PlainObjectBase<Dense>, Dense>);
  }
  EIGEN_INHERIT_ASSIGNMENT_OPERATORS(MatrixRef)
};

using ConstMatrixRef = const ConstRows&;

}  // namespace attn
