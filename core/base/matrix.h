// The matrix types of the core: float32, row-major.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace attn {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;

using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;

// A read-only view of anything row-major: a Matrix, a RowVector, a map, or a block of these. Unlike
// Eigen::Ref<const Matrix> it never copies. The most frequent argument types have constructors in
// matrix.cpp: inlined, they take three times the code of a call.
class ConstRows : public Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  ConstRows(const Matrix& m) noexcept;  // implicit conversion is intended
  ConstRows(const MatrixMap& m) noexcept;
  ConstRows(const ConstMatrixMap& m) noexcept;
  template <class Dense>
  ConstRows(const Eigen::DenseBase<Dense>& m)
      : Map(m.derived().data(), m.rows(), m.cols(),
            Eigen::OuterStride<>(m.derived().outerStride())) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
  }
};

// A matrix that is read or written in place. Rows need not be contiguous (a slice of a larger one).
class MatrixRef : public Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  MatrixRef(Matrix& m) noexcept;  // implicit conversion is intended
  MatrixRef(RowVector& m) noexcept;
  MatrixRef(const MatrixMap& m) noexcept;
  // Converts another view, such as a block: a const block object still refers to mutable elements.
  template <class Dense>
  MatrixRef(const Eigen::DenseBase<Dense>& m)
      : Map(const_cast<Dense&>(m.derived()).data(), m.rows(), m.cols(),
            Eigen::OuterStride<>(m.derived().outerStride())) {
    static_assert(Dense::IsRowMajor && Dense::InnerStrideAtCompileTime == 1);
    static_assert(!std::is_base_of_v<Eigen::PlainObjectBase<Dense>, Dense>);
  }
  EIGEN_INHERIT_ASSIGNMENT_OPERATORS(MatrixRef)
};

using ConstMatrixRef = const ConstRows&;

}  // namespace attn
