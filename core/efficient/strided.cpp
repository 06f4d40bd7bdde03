#include "efficient/strided.h"

#include <algorithm>

#include "base/check.h"
#include "efficient/pattern_builder.h"
#include "efficient/sliding_window.h"

namespace attn {

SparsePattern strided_pattern(const Strided& config, Index n) {
  PatternBuilder builder(n, n);
  builder.reserve(strided_pairs(config, n));
  const Index stride = std::min(config.stride, n + 1);
  for (Index i = 0; i < n; ++i) {
    for (Index j = i % stride; j < i - stride; j += stride) builder.add(j);
    const Index last = config.causal ? i : i + stride;
    builder.add_range(std::max<Index>(i - stride, 0), std::min(last + 1, n));
    if (!config.causal) {
      for (Index j = i + 2 * stride; j < n; j += stride) builder.add(j);
    }
    builder.end_query();
  }
  return builder.take();
}

double strided_pairs(const Strided& config, Index n) {
  check_min("stride", config.stride, 1);
  check_min("n", n, 0);
  const Index stride = std::min(config.stride, n + 1);
  // Query i sees i / stride strided keys before it; the nearest of them is also in the window.
  const auto whole = static_cast<double>(n / stride), rest = static_cast<double>(n % stride);
  const double strided = static_cast<double>(stride) * whole * (whole - 1) / 2 + rest * whole;
  const double one_side = strided - static_cast<double>(std::max<Index>(n - stride, 0));
  return sliding_window_pairs({stride, config.causal}, n) +
         (config.causal ? one_side : 2 * one_side);
}

}  // namespace attn
