// Softmax of each row, without overflow for any finite scores:
//
//   exponentials[i, j] = exp((masked_scores[i, j] - row_max[i]) / temperature)
//   weights[i, j]      = exponentials[i, j] / sum_j exponentials[i, j]
//
// A score of -inf excludes its key: the weight is exactly 0. The temperature must be above 0. Above
// 1 it makes the weights more even, below 1 more peaked.
#pragma once

#include <vector>

#include "base/matrix.h"

namespace attn {

enum class RowStatus {
  kOk = 0,
  kNothingToAttend = 1,  // every key is excluded: weights and context are 0
  kNotFinite = 2,        // a score is NaN, or infinite by overflow: weights and context are NaN
};

// The maximum and the sum of one row. Both are NaN if the row is kNotFinite.
struct SoftmaxRow {
  RowStatus status = RowStatus::kOk;
  float row_max = 0;          // 0 when there is nothing to attend to
  float exponential_sum = 0;  // 0 when there is nothing to attend to
};

//   masked_scores  [n_key]
//   exponentials   [n_key]  out: exp((masked_scores - row_max) / temperature), or NaN if the row is
//                           kNotFinite; may be the storage of masked_scores
SoftmaxRow softmax_exponentials(const float* masked_scores, Index n_key, float* exponentials,
                                float temperature = 1);

//   masked_scores  [n_query, n_key]   NaN or +inf makes the row kNotFinite
//   weights        [n_query, n_key]   out; may be the same storage as masked_scores
//   returns the status of each query's row
std::vector<RowStatus> softmax_rows(ConstMatrixRef masked_scores, MatrixRef weights,
                                    float temperature = 1);

// The status of each row as a number, as a trace has it.
//   to  [rows]  out
void put_status(const std::vector<RowStatus>& status, float* to);

// The gradient for temperature 1. For another temperature divide d_scores by it.
//   d_scores[i, j] = weights[i, j] (d_weights[i, j] - sum_k weights[i, k] d_weights[i, k])
//   weights, d_weights, d_scores  [n_query, n_key]; d_scores may be the storage of d_weights
// Where a weight is exactly 0, d_scores is 0, even if d_weights is NaN (a masked value).
void softmax_backward(ConstMatrixRef weights, ConstMatrixRef d_weights, MatrixRef d_scores);

}  // namespace attn
