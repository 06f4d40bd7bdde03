#include "efficient/sliding_window.h"

#include <algorithm>

#include "base/check.h"
#include "efficient/pattern_builder.h"

namespace attn {

SparsePattern sliding_window_pattern(const SlidingWindow& config, Index n_query, Index n_key) {
  check_min("window", config.window, 0);
  PatternBuilder builder(n_query, n_key);
  const Index window = std::min(config.window, n_query + n_key);  // prevents overflow
  const auto first_of = [&](Index position) { return std::max<Index>(position - window, 0); };
  const auto end_of = [&](Index position) {
    return std::min((config.causal ? position : position + window) + 1, n_key);
  };
  double pairs = 0;
  for (Index position = n_key - n_query; position < n_key; ++position) {
    pairs += static_cast<double>(std::max<Index>(end_of(position) - first_of(position), 0));
  }
  builder.reserve(pairs);
  for (Index position = n_key - n_query; position < n_key; ++position) {
    builder.add_range(first_of(position), end_of(position));
    builder.end_query();
  }
  return builder.take();
}

Mask sliding_window_mask(const SlidingWindow& config) {
  check_min("window", config.window, 0);
  Mask mask;
  mask.window = Window{config.window, config.causal ? 0 : config.window};
  return mask;
}

double sliding_window_pairs(const SlidingWindow& config, Index n) {
  check_min("window", config.window, 0);
  check_min("n", n, 0);
  if (n == 0) return 0;
  const auto w = static_cast<double>(std::min(config.window, n - 1));
  const double one_side = static_cast<double>(n) * w - w * (w + 1) / 2;
  return static_cast<double>(n) + (config.causal ? one_side : 2 * one_side);
}

}  // namespace attn
