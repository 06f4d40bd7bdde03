// Softmax of each row, safe for any finite scores:
//
//   exponentials[i, j] = exp(masked_scores[i, j] - row_max[i])
//   weights[i, j]      = exponentials[i, j] / sum_j exponentials[i, j]
//
// A score of -inf excludes its key: weight exactly 0.
#pragma once

#include <vector>

#include "base/matrix.h"

namespace attn {

enum class RowStatus {
  kOk = 0,
  kNothingToAttend = 1,  // every key is excluded: the weights are all 0, and so is the context
  kNotFinite = 2,        // a score is NaN or infinite by overflow: the weights are NaN, and flagged
};

// One row, in parts, so that the arithmetic of a single weight can be shown. Of a row that is
// kNotFinite every part is NaN.
//   masked_scores  [n_key]
//   exponentials   [n_key]  out: exp(masked_scores - row_max); may be the same storage
struct SoftmaxRow {
  RowStatus status = RowStatus::kOk;
  float row_max = 0;          // 0 when there is nothing to attend to
  float exponential_sum = 0;  // likewise
};
SoftmaxRow softmax_exponentials(const float* masked_scores, Index n_key, float* exponentials);

//   masked_scores  [n_query, n_key]   NaN or +inf makes the row kNotFinite
//   weights        [n_query, n_key]   out; may be the same storage as masked_scores
//   returns the status of each query's row
std::vector<RowStatus> softmax_rows(ConstMatrixRef masked_scores, MatrixRef weights);

}  // namespace attn
