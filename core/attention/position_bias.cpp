#include "attention/position_bias.h"

namespace attn {

void PositionBias::add(Index head, MatrixRef masked_scores) const {
  if (config.positions == AttentionPositions::kAlibi) {
    add_alibi(alibi_slope(config.num_heads, head), masked_scores);
  } else if (config.positions == AttentionPositions::kRelativeBuckets) {
    add_relative_bias(config.relative_buckets, relative_bias, head, masked_scores);
  }
}

void PositionBias::add_backward(Index head, ConstMatrixRef d_masked_scores,
                                MatrixRef d_relative_bias) const {
  if (config.positions == AttentionPositions::kRelativeBuckets) {
    add_relative_bias_backward(config.relative_buckets, d_masked_scores, head, d_relative_bias);
  }
}

}  // namespace attn
