#include "ops/linear.h"

#include "base/check.h"
#include "base/finite.h"
#include "base/tensor.h"
#include "kernels/product.h"

namespace attn {

void check_linear_x(ConstMatrixRef x, ConstMatrixRef w) {
  if (x.cols() != w.rows()) {
    refuse(
        "expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [{}, {}] and w [{}, {}]",
        {x.rows(), x.cols(), w.rows(), w.cols()});
  }
}

void check_linear_b(ConstMatrixRef w, const RowVector& b) {
  if (b.size() != 0 && b.size() != w.cols()) {
    refuse("expected b of shape [{}] or none, to go with w [{}, {}], got [{}]",
           {w.cols(), w.rows(), w.cols(), b.size()});
  }
}

Matrix linear(ConstMatrixRef x, ConstMatrixRef w, const RowVector& b) {
  check_linear_x(x, w);
  check_linear_b(w, b);
  check_element_count({x.rows(), w.cols()});
  Matrix y(x.rows(), w.cols());
  ProductOptions options;
  if (b.size() != 0) options.bias = b.data();
  multiply(x, w, y, options);
  return y;
}

void linear_backward(ConstMatrixRef x, ConstMatrixRef w, ConstMatrixRef d_y, MatrixRef d_x,
                     MatrixRef d_w, RowVector& d_b, const PackedMatrix* packed, Index column) {
  if (packed != nullptr && packed->code() != nullptr) {
    return packed->code()->multiply_transposed(d_y, packed->columns_from(column), d_x);
  }
  check_shape("d_x", d_x, x.rows(), x.cols());
  check_linear_x(x, w);
  check_shape("d_w", d_w, w.rows(), w.cols());
  linear_backward_parameters(x, d_y, d_w, d_b);
  multiply(d_y, PackedMatrix(transposed(w)), d_x);
}

void linear_backward_parameters(ConstMatrixRef x, ConstMatrixRef d_y, MatrixRef d_w,
                                RowVector& d_b) {
  check_shape("d_y", d_y, x.rows(), d_w.cols());
  check_shape("d_w", d_w, x.cols(), d_w.cols());
  if (d_b.size() != 0 && d_b.size() != d_w.cols()) {
    refuse("expected d_b of shape [{}] or none, got [{}]", {d_w.cols(), d_b.size()});
  }
  ProductOptions add;
  add.beta = 1;
  if (all_finite(x)) {
    multiply(transposed(x), d_y, d_w, add);
  } else {
    // Computes the transposed product, in which a 0 in d_y skips its row of x.
    Matrix product(d_w.cols(), d_w.rows());
    multiply_where_nonzero(transposed(d_y), x, product);
    d_w += product.transpose();
  }
  if (d_b.size() != 0) {
    constexpr float kOne = 1;
    const MatrixView ones(&kOne, 1, d_y.rows(), 1, 0);
    multiply(ones, d_y, d_b, add);
  }
}

}  // namespace attn
