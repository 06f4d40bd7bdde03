#include "attention/rank_keys.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/finite.h"

namespace attn {

KeyRanking rank_keys(const RowVector& weights, Index max_keys) {
  check_min("max_keys", max_keys, 0);
  const Index n_key = weights.size(), ranked = std::min(max_keys, n_key);
  std::vector<Index> keys(static_cast<std::size_t>(n_key));
  std::iota(keys.begin(), keys.end(), Index{0});
  // Sorting needs an order for NaN.
  const auto rank_weight = [&](Index j) {
    return std::isnan(weights(j)) ? -kInfinity : weights(j);
  };
  std::partial_sort(keys.begin(), keys.begin() + ranked, keys.end(), [&](Index a, Index b) {
    const float weight_a = rank_weight(a), weight_b = rank_weight(b);
    return weight_a != weight_b ? weight_a > weight_b : a < b;
  });
  KeyRanking ranking{{keys.begin(), keys.begin() + ranked}, {keys.begin() + ranked, keys.end()}};
  std::sort(ranking.rest.begin(), ranking.rest.end());
  return ranking;
}

Tensor ranking_tensor(const KeyRanking& ranking) {
  Tensor keys({"rank"}, {static_cast<Index>(ranking.keys.size())});
  std::copy(ranking.keys.begin(), ranking.keys.end(), keys.data.begin());
  return keys;
}

float rest_weight(const KeyRanking& ranking, const RowVector& weights) {
  double sum = 0;
  for (const Index key : ranking.rest) sum += double{weights(key)};
  return static_cast<float>(sum);
}

}  // namespace attn
