#include "analysis/rescaled_rows.h"

#include "analysis/weights.h"
#include "base/check.h"

namespace attn {

Tensor rescaled_rows(const Tensor& weights, const std::vector<Index>& hidden) {
  check_weights(weights);
  const Index batch = weights.shape[0], heads = weights.shape[1], n = weights.shape[3];
  if (weights.shape[2] != n) {
    refuse("expected weights of as many queries as keys, got shape {}", {weights});
  }
  const std::vector<char> is_hidden = among_keys(hidden, weights);
  std::vector<Index> shown;
  for (Index token = 0; token < n; ++token) {
    if (is_hidden[static_cast<std::size_t>(token)] == 0) shown.push_back(token);
  }
  const Index left = static_cast<Index>(shown.size());
  Tensor rows({"batch", "head", "query", "key"}, {batch, heads, left, left});
  float* row = rows.data.data();
  for (Index head = 0; head < batch * heads; ++head) {
    const ConstMatrixMap all = weights.matrix(head);
    for (const Index query : shown) {
      double sum = 0;
      for (const Index key : shown) sum += double{all(query, key)};
      for (const Index key : shown) {
        *row++ = sum > 0 ? static_cast<float>(double{all(query, key)} / sum) : 0;
      }
    }
  }
  return rows;
}

}  // namespace attn
