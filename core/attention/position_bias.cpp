#include "attention/position_bias.h"

namespace attn {

std::vector<float> PositionBias::by_diagonal(Index head, Index n_query, Index n_key) const {
  if (config.positions == AttentionPositions::kAlibi) {
    return alibi_by_diagonal(alibi_slope(config.num_heads, head), n_query, n_key);
  }
  if (config.positions == AttentionPositions::kRelativeBuckets) {
    return relative_bias_by_diagonal(config.relative_buckets, relative_bias, head, n_query, n_key);
  }
  return {};
}

void PositionBias::add(Index head, MatrixRef masked_scores) const {
  const std::vector<float> bias = by_diagonal(head, masked_scores.rows(), masked_scores.cols());
  if (!bias.empty()) add_by_diagonal(bias, masked_scores.rows() - 1, masked_scores);
}

void PositionBias::add_backward(Index head, ConstMatrixRef d_masked_scores,
                                MatrixRef d_relative_bias) const {
  if (config.positions == AttentionPositions::kRelativeBuckets) {
    add_relative_bias_backward(config.relative_buckets, d_masked_scores, head, d_relative_bias);
  }
}

}  // namespace attn
