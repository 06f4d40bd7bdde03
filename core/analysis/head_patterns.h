// Scores of a head for the known kinds of head: previous token, first token, same token, induction.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

// Query i is at position p(i) = i + n_key - n_query (see CausalAlignment).
//
// How much a head looks like a known kind, each in [0, 1] and [batch, head]: the mean over the
// queries named of the weight on the keys named, 0 when there are no such queries.
//
//   previous_token  queries after the first position; the key before:   weights[i, p(i) - 1]
//   first_token     all queries; the first key:                         weights[i, 0]
//   same_token      queries whose token occurs before; sum of weights[i, j] over
//                   j < p(i) with token(j) = token(p(i))
//   induction       the same queries; the sum over the same j of weights[i, j + 1]: what came
//                   after it last time                                  (Olsson et al. 2022)
//
//   weights [batch, head, query, key] with n_query <= n_key
//   ids     [batch, key], each key's token; or [key] for all batch items
// Throws std::invalid_argument for weights or ids of another shape, and when n_query > n_key.
struct HeadPatterns {
  Tensor previous_token, first_token, same_token, induction;
};
HeadPatterns head_patterns(const Tensor& weights, const std::vector<Index>& ids);

}  // namespace attn
