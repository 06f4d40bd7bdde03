#include "analysis/weights.h"

#include "base/check.h"

namespace attn {

void check_weights(const Tensor& weights) {
  if (weights.rank() == 4) return;
  refuse("expected weights of shape [batch, head, query, key], got {}", {weights});
}

Tensor zero_per_head(const Tensor& weights) {
  return Tensor({weights.axes[0].c_str(), weights.axes[1].c_str()},
                {weights.shape[0], weights.shape[1]});
}

}  // namespace attn
