// The bias that ALiBi or T5's buckets add to the scores. Computed head by head, so that no bias of
// all heads is stored.
#pragma once

#include <vector>

#include "attention/multi_head.h"

namespace attn {

struct PositionBias {
  const MultiHeadConfig& config;
  const Matrix& relative_bias;  // [num_buckets, num_heads]; read only for T5's buckets

  // The bias of query i and key j at index j - i + n_query - 1. Empty if there is no bias.
  std::vector<float> by_diagonal(Index head, Index n_query, Index n_key) const;

  //   masked_scores  [n_query, n_key]  added to; -inf stays -inf
  void add(Index head, MatrixRef masked_scores) const;

  //   d_masked_scores  [n_query, n_key]
  //   d_relative_bias  [num_buckets, num_heads]  added to; unchanged except for T5's buckets
  void add_backward(Index head, ConstMatrixRef d_masked_scores, MatrixRef d_relative_bias) const;
};

}  // namespace attn
