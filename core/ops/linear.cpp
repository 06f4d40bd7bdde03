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

}  // namespace attn
