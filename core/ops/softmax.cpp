#include "ops/softmax.h"

#include <algorithm>

#include "base/check.h"
#include "base/finite.h"
#include "kernels/row_softmax.h"

namespace attn {

SoftmaxRow softmax_exponentials(const float* masked_scores, Index n_key, float* exponentials,
                                float temperature) {
  const RowPeak peak = row_peak(masked_scores, n_key);
  if (!peak.finite) {
    std::fill_n(exponentials, n_key, kNaN);
    return {RowStatus::kNotFinite, kNaN, kNaN};
  }
  if (peak.max == -kInfinity) {
    std::fill_n(exponentials, n_key, 0.0f);
    return {RowStatus::kNothingToAttend, 0, 0};
  }
  return {RowStatus::kOk, peak.max,
          row_exponentials(masked_scores, n_key, peak.max, temperature, exponentials)};
}

std::vector<RowStatus> softmax_rows(ConstMatrixRef masked_scores, MatrixRef weights,
                                    float temperature) {
  const Index n_query = masked_scores.rows(), n_key = masked_scores.cols();
  check_shape("weights", weights, n_query, n_key);
  std::vector<RowStatus> status(static_cast<std::size_t>(n_query));
  for (Index i = 0; i < n_query; ++i) {
    const float* scores_row = masked_scores.data() + i * masked_scores.outerStride();
    float* weights_row = weights.data() + i * weights.outerStride();
    const SoftmaxRow row = softmax_exponentials(scores_row, n_key, weights_row, temperature);
    status[static_cast<std::size_t>(i)] = row.status;
    if (row.status != RowStatus::kOk) continue;
    divide_row(weights_row, n_key, row.exponential_sum);
  }
  return status;
}

void put_status(const std::vector<RowStatus>& status, float* to) {
  for (const RowStatus row : status) *to++ = static_cast<float>(row);
}

void softmax_backward(ConstMatrixRef weights, ConstMatrixRef d_weights, MatrixRef d_scores) {
  const Index n_query = weights.rows(), n_key = weights.cols();
  check_shape("d_weights", d_weights, n_query, n_key);
  check_shape("d_scores", d_scores, n_query, n_key);
  for (Index i = 0; i < n_query; ++i) {
    const float* weight = weights.data() + i * weights.outerStride();
    const float* d_weight = d_weights.data() + i * d_weights.outerStride();
    float* d_score = d_scores.data() + i * d_scores.outerStride();
    row_d_scores(weight, d_weight, n_key, mean_d_weight(weight, d_weight, n_key), d_score);
  }
}

}  // namespace attn
