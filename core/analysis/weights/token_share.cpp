#include "analysis/weights/token_share.h"

#include "analysis/mean.h"
#include "analysis/weights/weights.h"

namespace attn {

TokenShare token_share(const Tensor& weights, const std::vector<Index>& tokens) {
  check_weights(weights);
  const Index batch = weights.shape[0], heads = weights.shape[1], n_query = weights.shape[2];
  const std::vector<std::uint8_t> counts = among_keys(tokens, weights);
  TokenShare share{Tensor({"batch", "head", "query"}, {batch, heads, n_query}),
                   zero_per_head(weights), Tensor({"batch"}, {batch})};
  for (Index b = 0; b < batch; ++b) {
    Mean layer_share;
    for (Index h = 0; h < heads; ++h) {
      const ConstMatrixMap w = weights.matrix(b * heads + h);
      Mean head_share;
      for (Index i = 0; i < n_query; ++i) {
        double sum = 0, on_tokens = 0;
        for (Index j = 0; j < w.cols(); ++j) {
          sum += double{w(i, j)};
          if (counts[static_cast<std::size_t>(j)] != 0) on_tokens += double{w(i, j)};
        }
        if (sum == 0) continue;
        share.rows.matrix(b)(h, i) = static_cast<float>(on_tokens / sum);
        head_share.add(on_tokens / sum);
        layer_share.add(on_tokens / sum);
      }
      share.heads.matrix()(b, h) = head_share.value_or(0);
    }
    share.layer.data[static_cast<std::size_t>(b)] = layer_share.value_or(0);
  }
  return share;
}

}  // namespace attn
