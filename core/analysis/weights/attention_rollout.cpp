#include "analysis/weights/attention_rollout.h"

#include "attention/head_layout.h"
#include "base/check.h"
#include "kernels/product.h"

namespace attn {
namespace {

// w = 0.5 w + 0.5 I, each row then divided by its sum (0.5 where a query attends to nothing).
void mix_with_identity(MatrixRef w) {
  w *= 0.5f;
  w.diagonal().array() += 0.5f;
  for (Index i = 0; i < w.rows(); ++i) w.row(i) /= w.row(i).sum();
}

}  // namespace

Tensor attention_rollout(const Tensor& weights, bool residual) {
  if (weights.rank() != 5) {
    refuse("expected weights of shape [layer, batch, head, query, key], got {}", {weights});
  }
  const Index num_layers = weights.shape[0], batch = weights.shape[1], n = weights.shape[3];
  if (num_layers < 1 || weights.shape[2] < 1 || weights.shape[4] != n) {
    refuse("expected weights of at least one layer and head, with as many queries as keys, got {}",
           {weights});
  }
  // Layers and batch items as one axis: [layer * batch, head, query, key].
  const Tensor mean =
      average_heads(Tensor({"batch", "head", "query", "key"},
                           {num_layers * batch, weights.shape[2], n, n}, weights.data));
  Tensor rollout({"batch", "query", "key"}, {batch, n, n});
  Matrix layer(n, n), product(n, n);
  for (Index b = 0; b < batch; ++b) {
    MatrixMap result = rollout.matrix(b);
    result.setIdentity();
    for (Index l = 0; l < num_layers; ++l) {
      layer = mean.matrix(l * batch + b);
      if (residual) mix_with_identity(layer);
      multiply_where_nonzero(layer, result, product);
      result = product;
    }
  }
  return rollout;
}

}  // namespace attn
