// How closely a head matches known patterns: previous token, first token, same token, induction.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

struct HeadPatterns {
  Tensor previous_token, first_token, same_token, induction;  // [batch, head], values in [0, 1]
};

// Query i is at position p(i) = i + n_key - n_query (see CausalAlignment).
//
// Each result is the weight on the keys below, averaged over the queries below. The mean of no
// queries is 0.
//
//   previous_token  queries after the first position; the key before:   weights[i, p(i) - 1]
//   first_token     all queries; the first key:                         weights[i, 0]
//   same_token      queries whose token occurs before; sum of weights[i, j] over
//                   j < p(i) with token(j) = token(p(i))
//   induction       the same queries; sum over the same j of weights[i, j + 1], the token after
//                   the earlier occurrence                              (Olsson et al. 2022)
//
//   weights [batch, head, query, key] with n_query <= n_key
//   ids     [batch, key], each key's token; or [key] for all batch items
// Throws std::invalid_argument for weights or ids of another shape, and when n_query > n_key.
HeadPatterns head_patterns(const Tensor& weights, const std::vector<Index>& ids);

}  // namespace attn
