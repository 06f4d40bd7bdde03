#include "analysis/weights/value_weighted.h"

#include <cmath>

#include "analysis/weights/weights.h"
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

}  // namespace

ValueWeighted value_weighted(const Tensor& weights, const Tensor& v,
                             const std::vector<Index>& tokens) {
  check_weights(weights);
  check_v(weights, v);
  const Index batch = weights.shape[0], heads = weights.shape[1], n_key = weights.shape[3];
  ValueWeighted result;
  result.lengths = Tensor({"batch", "head", "key"}, {batch, heads, n_key});
  result.weighted = result.weighted_rows = Tensor::zeros_like(weights);
  const Index group = heads / v.shape[1];
  for (Index i = 0; i < batch * heads; ++i) {
    const ConstMatrixMap values = v.matrix(i / group), w = weights.matrix(i);
    float* const lengths = result.lengths.data.data() + i * n_key;
    for (Index j = 0; j < n_key; ++j) {
      double square = 0;
      for (Index k = 0; k < values.cols(); ++k) {
        square += double{values(j, k)} * double{values(j, k)};
      }
      lengths[j] = static_cast<float>(std::sqrt(square));
    }
    MatrixMap weighted = result.weighted.matrix(i), rows = result.weighted_rows.matrix(i);
    for (Index query = 0; query < w.rows(); ++query) {
      double sum = 0;
      for (Index j = 0; j < n_key; ++j) {
        // A weight of 0 hides its value, even NaN or infinity.
        weighted(query, j) = w(query, j) == 0 ? 0 : w(query, j) * lengths[j];
        sum += double{weighted(query, j)};
      }
      if (sum == 0) continue;
      for (Index j = 0; j < n_key; ++j) {
        rows(query, j) = static_cast<float>(double{weighted(query, j)} / sum);
      }
    }
  }
  result.share = token_share(weights, tokens);
  result.weighted_share = token_share(result.weighted, tokens);
  return result;
}

}  // namespace attn
