// What ALiBi and T5's buckets add to the scores of each head, head by head: a bias of all heads is
// never made.
#pragma once

#include <vector>

#include "attention/multi_head.h"

namespace attn {

struct PositionBias {
  const MultiHeadConfig& config;
  const Matrix& relative_bias;  // [num_buckets, num_heads] for T5's buckets, else unread

  // What is added to the score of query i and key j, at j - i + n_query - 1; empty for nothing.
  std::vector<float> by_diagonal(Index head, Index n_query, Index n_key) const;

  //   masked_scores  [n_query, n_key]  added to, which leaves what is -inf as it is
  void add(Index head, MatrixRef masked_scores) const;

  //   d_masked_scores  [n_query, n_key]
  //   d_relative_bias  [num_buckets, num_heads]  added to; unread but for T5's buckets
  void add_backward(Index head, ConstMatrixRef d_masked_scores, MatrixRef d_relative_bias) const;
};

}  // namespace attn
