// Builds the attention weights of one head from literals.
#pragma once

#include <utility>
#include <vector>

#include "base/tensor.h"

namespace attn {

//   [query, key]  ->  [batch 1, head 1, query, key]
inline Tensor weights_of(Index n_query, Index n_key, std::vector<float> cells) {
  return Tensor({"batch", "head", "query", "key"}, {1, 1, n_query, n_key}, std::move(cells));
}

}  // namespace attn
