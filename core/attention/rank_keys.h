// The keys with the largest weights of a row.
#pragma once

#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

struct KeyRanking {
  std::vector<Index> keys;  // [rank]  by descending weight, ties by position, NaN last
  std::vector<Index> rest;  // all others, by position
};

//   weights   [key]
//   max_keys  the maximum number of keys in the ranking, at least 0
KeyRanking rank_keys(const RowVector& weights, Index max_keys);

// The ranked keys, [rank].
Tensor ranking_tensor(const KeyRanking& ranking);

// The sum of the weights of the other keys.
float rest_weight(const KeyRanking& ranking, const RowVector& weights);

}  // namespace attn
