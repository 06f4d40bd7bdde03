#include "kernels/product.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "base/finite.h"

namespace attn {
namespace {

// A [kRows, kColumns] tile of the result, held in registers while the depth goes by. Compilers
// vectorise across the columns; along the depth they may not, for that would reorder the sum.
template <int kRows, int kColumns>
void multiply_tile(const float* a, Index a_stride, const float* b, Index b_stride, Index depth,
                   float* c, Index c_stride) {
  float sum[kRows][kColumns] = {};
  for (Index k = 0; k < depth; ++k) {
    for (int row = 0; row < kRows; ++row) {
      const float factor = a[row * a_stride + k];
      for (int column = 0; column < kColumns; ++column) {
        sum[row][column] += factor * b[k * b_stride + column];
      }
    }
  }
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      c[row * c_stride + column] = sum[row][column];
    }
  }
}

// kRows rows of the result, in the widest tiles that fit.
template <int kRows>
void multiply_rows(const float* a, Index a_stride, ConstMatrixRef b, float* c, Index c_stride) {
  const Index depth = b.rows(), columns = b.cols();
  Index j = 0;
  for (; j + 8 <= columns; j += 8) {
    multiply_tile<kRows, 8>(a, a_stride, b.data() + j, b.outerStride(), depth, c + j, c_stride);
  }
  for (; j + 4 <= columns; j += 4) {
    multiply_tile<kRows, 4>(a, a_stride, b.data() + j, b.outerStride(), depth, c + j, c_stride);
  }
  for (; j < columns; ++j) {
    multiply_tile<kRows, 1>(a, a_stride, b.data() + j, b.outerStride(), depth, c + j, c_stride);
  }
}

}  // namespace

void multiply(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c) {
  assert(a.cols() == b.rows() && c.rows() == a.rows() && c.cols() == b.cols());
  const Index rows = a.rows(), a_stride = a.outerStride(), c_stride = c.outerStride();
  Index i = 0;
  // Four rows share what is read of b, and their eight sums of four lanes hide an addition's delay.
  for (; i + 4 <= rows; i += 4) {
    multiply_rows<4>(a.data() + i * a_stride, a_stride, b, c.data() + i * c_stride, c_stride);
  }
  for (; i < rows; ++i) {
    multiply_rows<1>(a.data() + i * a_stride, a_stride, b, c.data() + i * c_stride, c_stride);
  }
}

void multiply_transposed(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c) {
  const Matrix b_transposed = b.transpose();
  multiply(a, b_transposed, c);
}

void multiply_where_nonzero(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c) {
  if (all_finite(b)) {
    multiply(a, b, c);
    return;
  }
  // The same product, so that rows of a which select none of the odd rows of b keep their very
  // bits; then those, for the rows that do.
  Matrix finite_b = Matrix::Zero(b.rows(), b.cols());
  std::vector<Index> odd;
  for (Index k = 0; k < b.rows(); ++k) {
    const float* row = b.data() + k * b.outerStride();
    if (all_finite(row, b.cols())) {
      std::copy_n(row, b.cols(), finite_b.data() + k * b.cols());
    } else {
      odd.push_back(k);
    }
  }
  multiply(a, finite_b, c);
  for (const Index k : odd) {
    for (Index i = 0; i < a.rows(); ++i) {
      const float factor = a.data()[i * a.outerStride() + k];
      if (factor == 0) continue;
      for (Index j = 0; j < b.cols(); ++j) {
        c.data()[i * c.outerStride() + j] += factor * b.data()[k * b.outerStride() + j];
      }
    }
  }
}

}  // namespace attn
