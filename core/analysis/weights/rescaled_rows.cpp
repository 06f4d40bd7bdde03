#include "analysis/weights/rescaled_rows.h"

#include "analysis/weights/weights.h"
#include "base/check.h"

namespace attn {

Tensor rescaled_rows(const Tensor& weights, const std::vector<Index>& hidden) {
  check_weights(weights);
  const Index batch = weights.shape[0], heads = weights.shape[1], n = weights.shape[3];
  if (weights.shape[2] != n) {
    refuse("expected weights of as many queries as keys, got shape {}", {weights});
  }
  const std::vector<std::uint8_t> is_hidden = among_keys(hidden, weights);
  std::vector<Index> visible;
  for (Index token = 0; token < n; ++token) {
    if (is_hidden[static_cast<std::size_t>(token)] == 0) visible.push_back(token);
  }
  const Index count = static_cast<Index>(visible.size());
  Tensor rows({"batch", "head", "query", "key"}, {batch, heads, count, count});
  float* row = rows.data.data();
  for (Index head = 0; head < batch * heads; ++head) {
    const ConstMatrixMap all = weights.matrix(head);
    for (const Index query : visible) {
      double sum = 0;
      for (const Index key : visible) sum += double{all(query, key)};
      for (const Index key : visible) {
        // A row of NaN stays one.
        *row++ = sum <= 0 ? 0 : static_cast<float>(double{all(query, key)} / sum);
      }
    }
  }
  return rows;
}

}  // namespace attn
