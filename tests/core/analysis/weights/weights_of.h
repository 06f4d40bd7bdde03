// Attention weights for tests of analyses: from literals, or random.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "base/tensor.h"
#include "support/inputs.h"

namespace attn {

//   [query, key]  ->  [batch 1, head 1, query, key]
inline Tensor weights_of(Index n_query, Index n_key, std::vector<float> cells) {
  return Tensor({"batch", "head", "query", "key"}, {1, 1, n_query, n_key}, std::move(cells));
}

// [batch, head, query, key], not negative; rows do not sum to 1.
inline Tensor random_weights(std::vector<Index> shape) {
  Tensor weights = random_tensor({"batch", "head", "query", "key"}, std::move(shape), 1);
  for (float& weight : weights.data) weight = std::abs(weight);
  return weights;
}

}  // namespace attn
