#include "kernels/row_softmax.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "kernels/exp.h"

namespace attn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Maxima and sums run in this many independent lanes: compilers may not reorder a floating-point
// reduction by themselves, and a fixed order gives the same bits on every target.
constexpr Index kLanes = 8;

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

RowPeak row_peak(const float* x, Index n) {
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

  RowPeak peak{-kInfinity, true};
  for (Index lane = 0; lane < kLanes; ++lane) {
    peak.max = std::max(peak.max, max[lane]);
    peak.finite = peak.finite && bad[lane] == 0;
  }
  return peak;
}

float row_exponentials(const float* x, Index n, float max, float temperature, float* y) {
  if (temperature != 1) {
    // Divided after the subtraction: a quotient of the scores themselves might overflow.
    for (Index j = 0; j < n; ++j) y[j] = (x[j] - max) / temperature;
    x = y;
    max = 0;
  }
  for (Index j = 0; j < n; ++j) y[j] = exp_of_nonpositive(x[j] - max);
  return sum_of(y, n);
}

}  // namespace attn
