#include "efficient/row_sums.h"

namespace attn {

// Eight sums, which compilers can hold in one register.
float dot(const float* a, const float* b, Index n) {
  constexpr Index kLanes = 8;
  float lanes[kLanes] = {};
  Index c = 0;
  for (; c + kLanes <= n; c += kLanes) {
    for (Index lane = 0; lane < kLanes; ++lane) lanes[lane] += a[c + lane] * b[c + lane];
  }
  for (Index lane = 0; c < n; ++c, ++lane) lanes[lane] += a[c] * b[c];
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

void add_scaled(float factor, const float* x, Index n, float* sum) {
  for (Index c = 0; c < n; ++c) sum[c] += factor * x[c];
}

}  // namespace attn
