#include "attention/head_layout.h"

#include <algorithm>

#include "base/check.h"

namespace attn {
namespace {

void check_has_heads(const Tensor& x) {
  if (x.rank() != 4 || x.shape[1] < 1) {
    refuse("expected x [batch, head, rows, columns] of at least one head, got {}", {x});
  }
}

}  // namespace

Tensor split_heads(ConstMatrixRef x, Index batch, Index num_heads, const char* n_axis) {
  if (batch < 1 || x.rows() % batch != 0) {
    refuse("expected batch to divide the {} rows of x, got {}", {x.rows(), batch});
  }
  if (num_heads < 1 || x.cols() % num_heads != 0) {
    refuse("expected num_heads to divide the {} columns of x, got {}", {x.cols(), num_heads});
  }
  const Index n = x.rows() / batch, d_head = x.cols() / num_heads;
  Tensor heads({"batch", "head", n_axis, "d_head"}, {batch, num_heads, n, d_head});
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      float* to = heads.data.data() + (b * num_heads + h) * n * d_head;
      for (Index i = 0; i < n; ++i, to += d_head) {
        std::copy_n(x.data() + (b * n + i) * x.outerStride() + h * d_head, d_head, to);
      }
    }
  }
  return heads;
}

Tensor average_heads(const Tensor& x) {
  check_has_heads(x);
  const Index batch = x.shape[0], num_heads = x.shape[1];
  Tensor mean({x.axes[0].c_str(), x.axes[2].c_str(), x.axes[3].c_str()},
              {batch, x.shape[2], x.shape[3]});
  for (Index b = 0; b < batch; ++b) {
    MatrixMap sum = mean.matrix(b);
    for (Index h = 0; h < num_heads; ++h) sum += x.matrix(b * num_heads + h);
    sum /= static_cast<float>(num_heads);
  }
  return mean;
}

}  // namespace attn
