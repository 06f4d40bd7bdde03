#include "analysis/weights/weights_row.h"

#include <vector>

#include "analysis/weights/row_entropy.h"
#include "analysis/weights/weights.h"
#include "attention/rank_keys.h"
#include "base/check.h"

namespace attn {
namespace {

float sum_of(const std::vector<float>& numbers) {
  double sum = 0;
  for (const float number : numbers) sum += double{number};
  return static_cast<float>(sum);
}

}  // namespace

WeightsRow weights_row(const Tensor& weights, Index batch, std::optional<Index> head, Index query,
                       Index max_keys) {
  check_weights(weights);
  const Index num_heads = weights.shape[1], n_key = weights.shape[3];
  check_index("batch", batch, weights.shape[0]);
  check_index("head", head.value_or(0), num_heads);
  check_index("query", query, weights.shape[2]);

  RowVector row = RowVector::Zero(n_key);
  if (head) {
    row = weights.matrix(batch * num_heads + *head).row(query);
  } else {
    for (Index h = 0; h < num_heads; ++h) row += weights.matrix(batch * num_heads + h).row(query);
    row /= static_cast<float>(num_heads);
  }
  const KeyRanking ranking = rank_keys(row, max_keys);

  WeightsRow result;
  result.weights = Tensor({"key"}, {n_key}, {row.data(), row.data() + n_key});
  const RowEntropy entropy = row_entropy(Tensor({"query", "key"}, {1, n_key}, result.weights.data));
  result.ranking = ranking_tensor(ranking);
  result.rest_weight = Tensor::scalar(rest_weight(ranking, row));
  result.sum = Tensor::scalar(sum_of(result.weights.data));
  result.entropy = Tensor::scalar(entropy.entropy.data[0]);
  result.effective_tokens = Tensor::scalar(entropy.effective_tokens.data[0]);
  return result;
}

}  // namespace attn
