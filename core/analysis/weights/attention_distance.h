// Mean attention distance of each head.
#pragma once

#include "base/tensor.h"

namespace attn {

// Query i is at position p(i) = i + n_key - n_query (see CausalAlignment).
//
// The mean over queries of sum_j weights[i, j] |p(i) - j|              (Vig & Belinkov 2019)
// Queries that attend to nothing are left out of the mean. The mean of no queries is 0.
//   weights [batch, head, query, key]    returns [batch, head]
// Throws std::invalid_argument for weights of another rank.
Tensor attention_distance(const Tensor& weights);

}  // namespace attn
