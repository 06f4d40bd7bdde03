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
void multiply_tile(const float* a, Index a_row, Index a_column, const float* b, Index b_stride,
                   Index depth, float* c, Index c_stride) {
  float sum[kRows][kColumns] = {};
  for (Index k = 0; k < depth; ++k) {
    for (int row = 0; row < kRows; ++row) {
      const float factor = a[row * a_row + k * a_column];
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
void multiply_rows(MatrixView a, MatrixView b, float* c, Index c_stride) {
  const Index depth = b.rows, columns = b.cols;
  Index j = 0;
  for (; j + 8 <= columns; j += 8) {
    multiply_tile<kRows, 8>(a.data, a.row_stride, a.column_stride, b.data + j, b.row_stride, depth,
                            c + j, c_stride);
  }
  for (; j + 4 <= columns; j += 4) {
    multiply_tile<kRows, 4>(a.data, a.row_stride, a.column_stride, b.data + j, b.row_stride, depth,
                            c + j, c_stride);
  }
  for (; j < columns; ++j) {
    multiply_tile<kRows, 1>(a.data, a.row_stride, a.column_stride, b.data + j, b.row_stride, depth,
                            c + j, c_stride);
  }
}

void finish_rows(MatrixRef c, Index first, const Matrix& before, const ProductOptions& options) {
  for (Index i = first; i < c.rows(); ++i) {
    float* row = c.data() + i * c.outerStride();
    for (Index j = 0; j < c.cols(); ++j) {
      if (options.alpha != 1) row[j] *= options.alpha;
      if (options.bias != nullptr) row[j] += options.bias[j];
      if (options.beta != 0) row[j] += options.beta * before(i, j);
    }
    if (options.activate != nullptr) options.activate(row, c.cols());
  }
}

Matrix by_rows(MatrixView b) {
  Matrix copy(b.rows, b.cols);
  for (Index k = 0; k < b.rows; ++k) {
    for (Index j = 0; j < b.cols; ++j) copy(k, j) = b.at(k, j);
  }
  return copy;
}

}  // namespace

void multiply(MatrixView a, MatrixView b, MatrixRef c, const ProductOptions& options) {
  assert(a.cols == b.rows && c.rows() == a.rows && c.cols() == b.cols);
  Matrix copy;
  if (b.column_stride != 1) {
    copy = by_rows(b);
    b = copy;
  }
  Matrix before;
  if (options.beta != 0) before = c;
  const Index c_stride = c.outerStride();
  Index i = 0;
  // Four rows share what is read of b, and their eight sums of four lanes hide an addition's delay.
  for (; i + 4 <= a.rows; i += 4) {
    multiply_rows<4>(a.row_range(i, 4), b, c.data() + i * c_stride, c_stride);
  }
  for (; i < a.rows; ++i) {
    multiply_rows<1>(a.row_range(i, 1), b, c.data() + i * c_stride, c_stride);
  }
  finish_rows(c, 0, before, options);
}

void multiply(MatrixView a, const PackedMatrix& b, MatrixRef c, const ProductOptions& options) {
  multiply(a, MatrixView(b.panels(), b.rows(), b.cols(), b.cols()), c, options);
}

void multiply_where_nonzero(MatrixView a, MatrixView b, MatrixRef c,
                            const ProductOptions& options) {
  Matrix finite_b = by_rows(b);
  std::vector<Index> odd;
  for (Index k = 0; k < b.rows; ++k) {
    if (all_finite(finite_b.data() + k * b.cols, b.cols)) continue;
    finite_b.row(k).setZero();
    odd.push_back(k);
  }
  // The same product, so that rows of a which select none of the odd rows of b keep their very
  // bits; then those, for the rows that do.
  multiply(a, finite_b, c, options);
  for (const Index k : odd) {
    for (Index i = 0; i < a.rows; ++i) {
      const float factor = a.at(i, k);
      if (factor == 0) continue;
      for (Index j = 0; j < b.cols; ++j) {
        c.data()[i * c.outerStride() + j] += options.alpha * factor * b.at(k, j);
      }
    }
  }
}

}  // namespace attn
