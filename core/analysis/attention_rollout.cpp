#include "analysis/attention_rollout.h"

#include "attention/head_layout.h"
#include "base/check.h"
#include "kernels/product.h"

namespace attn {
namespace {

// 0.5 w + 0.5 I, each row divided by its sum, which is 0.5 where a query attends to nothing.
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
  // One layer as if its batch items were those of all layers: [layer batch, head, query, key].
  const Tensor mean =
      average_heads(Tensor({"batch", "head", "query", "key"},
                           {num_layers * batch, weights.shape[2], n, n}, weights.data));
  Tensor rollout({"batch", "query", "key"}, {batch, n, n});
  Matrix layer(n, n), product(n, n);
  for (Index b = 0; b < batch; ++b) {
    MatrixMap so_far = rollout.matrix(b);
    so_far.setIdentity();
    for (Index l = 0; l < num_layers; ++l) {
      layer = mean.matrix(l * batch + b);
      if (residual) mix_with_identity(layer);
      multiply_where_nonzero(layer, so_far, product);
      so_far = product;
    }
  }
  return rollout;
}

}  // namespace attn
