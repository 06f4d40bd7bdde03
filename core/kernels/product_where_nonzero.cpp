#include <cassert>
#include <cmath>
#include <vector>

#include "base/finite.h"
#include "kernels/product.h"

namespace attn {
namespace {

// The indices of the rows of b that hold NaN or infinity.
std::vector<Index> rows_not_finite(const MatrixView& b) {
  std::vector<Index> rows;
  if (b.column_stride == 1 && b.row_stride == b.cols && all_finite(b.data, b.rows * b.cols)) {
    return rows;
  }
  for (Index k = 0; k < b.rows; ++k) {
    bool finite = true;
    if (b.column_stride == 1) {
      finite = all_finite(b.data + k * b.row_stride, b.cols);
    } else {
      for (Index j = 0; finite && j < b.cols; ++j) finite = std::isfinite(b.at(k, j));
    }
    if (!finite) rows.push_back(k);
  }
  return rows;
}

Matrix matrix_of(const MatrixView& view) {
  Matrix m(view.rows, view.cols);
  for (Index i = 0; i < view.rows; ++i) {
    for (Index j = 0; j < view.cols; ++j) m(i, j) = view.at(i, j);
  }
  return m;
}

}  // namespace

void multiply_where_nonzero(const MatrixView& a, const MatrixView& b, MatrixRef c,
                            const ProductOptions& options) {
  assert(options.activate == nullptr);
  const std::vector<Index> not_finite = rows_not_finite(b);
  if (not_finite.empty() || a.rows == 0) {
    multiply(a, b, c, options);
    return;
  }
  Matrix finite_a = matrix_of(a), finite_b = matrix_of(b);
  for (const Index k : not_finite) {
    finite_a.col(k).setZero();  // an infinity here would give NaN: infinity times 0
    finite_b.row(k).setZero();
  }
  // First the same product without those rows of b, so that results which do not use them keep
  // their bits. Then the contributions of those rows, where a is not 0.
  multiply(finite_a, finite_b, c, options);
  for (const Index k : not_finite) {
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
