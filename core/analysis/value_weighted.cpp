#include "analysis/value_weighted.h"

#include <cmath>

#include "analysis/mean.h"
#include "analysis/weights.h"
#include "base/check.h"

namespace attn {
namespace {

void check_v(const Tensor& weights, const Tensor& v) {
  const bool fits = v.rank() == 4 && v.shape[0] == weights.shape[0] && v.shape[1] > 0 &&
                    weights.shape[1] % v.shape[1] == 0 && v.shape[2] == weights.shape[3];
  if (fits) return;
  refuse("expected v of shape [batch, kv_head, key, d_v] that fits weights of shape {}, got {}",
         {weights, v});
}

//   weights  [batch, head, query, key], not negative
TokenShare share_on(const std::vector<Index>& tokens, const Tensor& weights) {
  const Index batch = weights.shape[0], heads = weights.shape[1], n_query = weights.shape[2];
  std::vector<char> counts(static_cast<std::size_t>(weights.shape[3]), 0);
  for (const Index token : tokens) counts[static_cast<std::size_t>(token)] = 1;
  TokenShare share{Tensor({"batch", "head", "query"}, {batch, heads, n_query}),
                   zero_per_head(weights), Tensor({"batch"}, {batch})};
  for (Index b = 0; b < batch; ++b) {
    Mean of_layer;
    for (Index h = 0; h < heads; ++h) {
      const ConstMatrixMap w = weights.matrix(b * heads + h);
      Mean of_head;
      for (Index i = 0; i < n_query; ++i) {
        double sum = 0, on_tokens = 0;
        for (Index j = 0; j < w.cols(); ++j) {
          sum += double{w(i, j)};
          if (counts[static_cast<std::size_t>(j)] != 0) on_tokens += double{w(i, j)};
        }
        if (sum == 0) continue;
        share.rows.matrix(b)(h, i) = static_cast<float>(on_tokens / sum);
        of_head.add(on_tokens / sum);
        of_layer.add(on_tokens / sum);
      }
      share.heads.matrix()(b, h) = of_head.value();
    }
    share.layer.data[static_cast<std::size_t>(b)] = of_layer.value();
  }
  return share;
}

}  // namespace

ValueWeighted value_weighted(const Tensor& weights, const Tensor& v,
                             const std::vector<Index>& tokens) {
  check_weights(weights);
  check_v(weights, v);
  const Index batch = weights.shape[0], heads = weights.shape[1], n_key = weights.shape[3];
  for (const Index token : tokens) {
    if (token < 0 || token >= n_key) {
      refuse("expected tokens from 0 to {}, got {}", {n_key - 1, token});
    }
  }
  ValueWeighted found;
  found.lengths = Tensor({"batch", "head", "key"}, {batch, heads, n_key});
  found.weighted = found.weighted_rows = Tensor::zeros_like(weights);
  const Index group = heads / v.shape[1];
  for (Index i = 0; i < batch * heads; ++i) {
    const ConstMatrixMap values = v.matrix(i / group), w = weights.matrix(i);
    float* const lengths = found.lengths.data.data() + i * n_key;
    for (Index j = 0; j < n_key; ++j) {
      double square = 0;
      for (Index k = 0; k < values.cols(); ++k)
        square += double{values(j, k)} * double{values(j, k)};
      lengths[j] = static_cast<float>(std::sqrt(square));
    }
    MatrixMap weighted = found.weighted.matrix(i), rows = found.weighted_rows.matrix(i);
    for (Index query = 0; query < w.rows(); ++query) {
      double sum = 0;
      for (Index j = 0; j < n_key; ++j) {
        weighted(query, j) = w(query, j) * lengths[j];
        sum += double{weighted(query, j)};
      }
      if (sum == 0) continue;
      for (Index j = 0; j < n_key; ++j) {
        rows(query, j) = static_cast<float>(double{weighted(query, j)} / sum);
      }
    }
  }
  found.share = share_on(tokens, weights);
  found.weighted_share = share_on(tokens, found.weighted);
  return found;
}

}  // namespace attn
