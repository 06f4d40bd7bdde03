#include "ops/linear.h"

#include "base/check.h"
#include "base/tensor.h"
#include "kernels/product.h"

namespace attn {

Matrix linear(ConstMatrixRef x, ConstMatrixRef w, const RowVector& b) {
  if (x.cols() != w.rows()) {
    refuse({"expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [", x.rows(), ", ",
            x.cols(), "] and w [", w.rows(), ", ", w.cols(), "]"});
  }
  if (b.size() != 0 && b.size() != w.cols()) {
    refuse({"expected b of shape [", w.cols(), "] or none, to go with w [", w.rows(), ", ",
            w.cols(), "], got [", b.size(), "]"});
  }
  element_count({x.rows(), w.cols()});
  Matrix y(x.rows(), w.cols());
  multiply(x, w, y);
  if (b.size() != 0) y.rowwise() += b;
  return y;
}

Matrix linear_backward(ConstMatrixRef x, ConstMatrixRef w, ConstMatrixRef d_y, MatrixRef d_w,
                       RowVector& d_b) {
  check_shape("d_y", d_y, x.rows(), w.cols());
  check_shape("d_w", d_w, w.rows(), w.cols());
  if (x.cols() != w.rows()) {
    refuse({"expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [", x.rows(), ", ",
            x.cols(), "] and w [", w.rows(), ", ", w.cols(), "]"});
  }
  if (d_b.size() != 0 && d_b.size() != w.cols()) {
    refuse({"expected d_b of shape [", w.cols(), "] or none, got [", d_b.size(), "]"});
  }
  // A row of x that had no part in the result (a padded token, which may be NaN) gives nothing.
  Matrix product(w.cols(), w.rows());
  multiply_where_nonzero(transposed(d_y), x, product);
  d_w += product.transpose();
  if (d_b.size() != 0) d_b += d_y.colwise().sum();
  Matrix d_x(x.rows(), x.cols());
  multiply(d_y, transposed(w), d_x);
  return d_x;
}

}  // namespace attn
