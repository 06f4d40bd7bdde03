#include "ops/softmax.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "kernels/exp.h"

namespace attn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Maxima and sums run in this many independent lanes: compilers may not reorder a floating-point
// reduction by themselves, and a fixed order gives the same bits on every target.
constexpr Index kLanes = 8;

struct Peak {
  float max = -kInfinity;
  bool finite = true;  // no NaN and no +inf; -inf is an excluded key
};

Peak peak_of(const float* x, Index n) {
  std::array<float, kLanes> max;
  std::array<std::int32_t, kLanes> bad{};
  max.fill(-kInfinity);
  const auto take = [&](Index lane, float value) {
    max[lane] = value > max[lane] ? value : max[lane];
    bad[lane] |= value < kInfinity ? 0 : 1;
  };
  Index j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    for (Index lane = 0; lane < kLanes; ++lane) take(lane, x[j + lane]);
  }
  for (Index lane = 0; j < n; ++j, ++lane) take(lane, x[j]);

  Peak peak;
  for (Index lane = 0; lane < kLanes; ++lane) {
    peak.max = std::max(peak.max, max[lane]);
    peak.finite = peak.finite && bad[lane] == 0;
  }
  return peak;
}

float sum_of(const float* x, Index n) {
  std::array<float, kLanes> sum{};
  Index j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    for (Index lane = 0; lane < kLanes; ++lane) sum[lane] += x[j + lane];
  }
  for (Index lane = 0; j < n; ++j, ++lane) sum[lane] += x[j];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

}  // namespace

SoftmaxRow softmax_exponentials(const float* masked_scores, Index n_key, float* exponentials,
                                float temperature) {
  const Peak peak = peak_of(masked_scores, n_key);
  if (!peak.finite) {
    std::fill_n(exponentials, n_key, kNaN);
    return {RowStatus::kNotFinite, kNaN, kNaN};
  }
  if (peak.max == -kInfinity) {
    std::fill_n(exponentials, n_key, 0.0f);
    return {RowStatus::kNothingToAttend, 0, 0};
  }
  const float* scores = masked_scores;
  float max = peak.max;
  if (temperature != 1) {
    // Divided after the subtraction: a quotient of the scores themselves might overflow.
    for (Index j = 0; j < n_key; ++j) exponentials[j] = (scores[j] - max) / temperature;
    scores = exponentials;
    max = 0;
  }
  for (Index j = 0; j < n_key; ++j) exponentials[j] = exp_of_nonpositive(scores[j] - max);
  return {RowStatus::kOk, peak.max, sum_of(exponentials, n_key)};
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
    for (Index j = 0; j < n_key; ++j) weights_row[j] /= row.exponential_sum;
  }
  return status;
}

void softmax_backward(ConstMatrixRef weights, ConstMatrixRef d_weights, MatrixRef d_scores) {
  const Index n_query = weights.rows(), n_key = weights.cols();
  check_shape("d_weights", d_weights, n_query, n_key);
  check_shape("d_scores", d_scores, n_query, n_key);
  for (Index i = 0; i < n_query; ++i) {
    const float* weight = weights.data() + i * weights.outerStride();
    const float* d_weight = d_weights.data() + i * d_weights.outerStride();
    float* d_score = d_scores.data() + i * d_scores.outerStride();
    float mean = 0;
    for (Index j = 0; j < n_key; ++j) mean += weight[j] != 0 ? weight[j] * d_weight[j] : 0;
    for (Index j = 0; j < n_key; ++j) {
      d_score[j] = weight[j] != 0 ? weight[j] * (d_weight[j] - mean) : 0;
    }
  }
}

}  // namespace attn
