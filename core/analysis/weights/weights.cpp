#include "analysis/weights/weights.h"

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

std::vector<std::uint8_t> among_keys(const std::vector<Index>& tokens, const Tensor& weights) {
  const Index n_key = weights.shape[3];
  std::vector<std::uint8_t> among(static_cast<std::size_t>(n_key), 0);
  for (const Index token : tokens) {
    check_index("position", token, n_key);
    among[static_cast<std::size_t>(token)] = 1;
  }
  return among;
}

}  // namespace attn
