// What a head does, in a few numbers: read off its weights, [batch, head, query, key], after the
// fact. Query i of n_query stands at position p(i) = i + n_key - n_query (see CausalAlignment).
//
// All throw std::invalid_argument for weights of another rank, and where said below.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

//   entropy[i]          = -sum_j weights[i, j] ln weights[i, j]      in nats, 0 ln 0 being 0
//   effective_tokens[i] = exp(entropy[i])          k for equal weights on k keys (a perplexity)
//   weights [.., query, key]    both [.., query]
// A row that attends to nothing has entropy 0 and 0 effective tokens; one of NaN has NaN.
struct RowEntropy {
  Tensor entropy, effective_tokens;
};
RowEntropy row_entropy(const Tensor& weights);

// The mean over queries of sum_j weights[i, j] |p(i) - j|              (Vig & Belinkov 2019)
// Queries that attend to nothing are left out of the mean; it is 0 when none is left.
//   weights [batch, head, query, key]    returns [batch, head]
Tensor attention_distance(const Tensor& weights);

// How much of each input token arrives at each output token, through all layers:
//   rollout = A_L .. A_2 A_1                                          (Abnar & Zuidema 2020, eq. 1)
//   A_l     = 0.5 W_l + 0.5 I, rows normalised again    with `residual`, for the skip connections
//           = W_l                                       without
//   W_l     = the mean of the weights over the heads of layer l
//   weights [layer, batch, head, query, key] with n_query = n_key    returns [batch, query, key]
// Throws too for no layers or no heads, and when n_query and n_key differ.
Tensor attention_rollout(const Tensor& weights, bool residual = true);

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
// Throws too when n_query > n_key, or when ids are neither.
struct HeadPatterns {
  Tensor previous_token, first_token, same_token, induction;
};
HeadPatterns head_patterns(const Tensor& weights, const std::vector<Index>& ids);

}  // namespace attn
