#include "training/entropy_penalty.h"

#include <algorithm>

#include "base/check.h"
#include "kernels/log.h"

namespace attn {
namespace {

//   d_w [n]  in: ln w; out: -factor (ln w + 1), 0 where w is 0, NaN where w is NaN
//   returns -sum_j w[j] ln w[j]
double entropy_of_row(const float* w, Index n, float factor, float* d_w) {
  double sum = 0;
  for (Index j = 0; j < n; ++j) {
    sum -= double{w[j]} * double{d_w[j]};
    // Computed also where it is not used: a loop without branches is faster.
    const float d = -factor * (d_w[j] + 1);
    d_w[j] = w[j] > 0 ? d : w[j] * 0;
  }
  return sum;
}

}  // namespace

double mean_row_entropy(const Tensor& weights, const std::vector<std::uint8_t>& counted,
                        double factor, Tensor& d_weights) {
  if (weights.rank() != 4) {
    refuse("expected weights of shape [batch, head, query, key], got {}", {weights});
  }
  const Index batch = weights.shape[0], heads = weights.shape[1];
  const Index n_query = weights.shape[2], n_key = weights.shape[3];
  const auto flags = static_cast<Index>(counted.size());
  if (flags != 0 && flags != batch * n_query) {
    refuse("expected a flag for each of {} queries, got {}", {batch * n_query, flags});
  }
  Index rows = batch * n_query;
  if (flags != 0) rows -= static_cast<Index>(std::count(counted.begin(), counted.end(), 0));

  if (d_weights.shape != weights.shape) d_weights = Tensor::zeros_like(weights);
  const double share = rows == 0 ? 0 : 1.0 / static_cast<double>(heads * rows);
  const auto scale = static_cast<float>(factor * share);
  // All rows at once, because rows are short.
  std::transform(weights.data.begin(), weights.data.end(), d_weights.data.begin(),
                 log_of_nonnegative);
  double sum = 0;
  for (Index row = 0; row < batch * heads * n_query; ++row) {
    const Index query = row / (heads * n_query) * n_query + row % n_query;
    const float* w = weights.data.data() + row * n_key;
    float* d_w = d_weights.data.data() + row * n_key;
    if (flags != 0 && counted[static_cast<std::size_t>(query)] == 0) {
      std::fill_n(d_w, n_key, 0.0f);
    } else {
      sum += entropy_of_row(w, n_key, scale, d_w);
    }
  }
  return sum * share;
}

}  // namespace attn
