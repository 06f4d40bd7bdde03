#include "analysis/heads/head_patterns.h"

#include "analysis/mean.h"
#include "analysis/weights/weights.h"
#include "base/check.h"

namespace attn {
namespace {

struct HeadMeans {
  Mean previous_token, first_token, same_token, induction;
};

//   w [query, key]    tokens [key]
HeadMeans means_of_head(ConstMatrixRef w, const Index* tokens) {
  HeadMeans means;
  for (Index i = 0; i < w.rows(); ++i) {
    const Index at = i + w.cols() - w.rows();  // p(i)
    means.first_token.add(w(i, 0));
    if (at >= 1) means.previous_token.add(w(i, at - 1));
    double same = 0, next = 0;
    bool occurs = false;
    for (Index j = 0; j < at; ++j) {
      if (tokens[j] != tokens[at]) continue;
      occurs = true;
      same += w(i, j);
      next += w(i, j + 1);
    }
    if (!occurs) continue;
    means.same_token.add(same);
    means.induction.add(next);
  }
  return means;
}

}  // namespace

HeadPatterns head_patterns(const Tensor& weights, const std::vector<Index>& ids) {
  check_weights(weights);
  const Index batch = weights.shape[0], num_heads = weights.shape[1], n_key = weights.shape[3];
  if (weights.shape[2] > n_key || n_key < 1) {
    refuse("expected weights of at least one key, and of no more queries than keys, got {}",
           {weights});
  }
  const auto num_ids = static_cast<Index>(ids.size());
  if (num_ids != n_key && num_ids != batch * n_key) {
    refuse("expected ids of shape [batch {}, key {}] or [key {}], got {}",
           {batch, n_key, n_key, num_ids});
  }
  const Tensor heads = zero_per_head(weights);
  HeadPatterns patterns{heads, heads, heads, heads};
  for (Index i = 0; i < heads.size(); ++i) {
    const Index item = num_ids == n_key ? 0 : i / num_heads;
    const HeadMeans means = means_of_head(weights.matrix(i), ids.data() + item * n_key);
    const auto index = static_cast<std::size_t>(i);
    patterns.previous_token.data[index] = means.previous_token.value_or(0);
    patterns.first_token.data[index] = means.first_token.value_or(0);
    patterns.same_token.data[index] = means.same_token.value_or(0);
    patterns.induction.data[index] = means.induction.value_or(0);
  }
  return patterns;
}

}  // namespace attn
