// The keys with the largest weights of a row.
#pragma once

#include <vector>

#include "base/matrix.h"

namespace attn {

struct KeyRanking {
  std::vector<Index> keys;  // [rank]  by descending weight, ties by position, NaN last
  std::vector<Index> rest;  // all others, by position
};

//   weights   [key]
//   max_keys  the maximum number of keys in the ranking, at least 0
KeyRanking rank_keys(const RowVector& weights, Index max_keys);

}  // namespace attn
