#include "efficient/sliding_window.h"

#include <algorithm>

#include "efficient/pattern_builder.h"
#include "efficient/variant_options.h"

namespace attn {

SparsePattern sliding_window_pattern(const SlidingWindow& config, Index n_query, Index n_key) {
  check_min("window", config.window, 0);
  PatternBuilder builder(n_query, n_key);
  const Index window = std::min(config.window, n_query + n_key);  // prevents overflow
  const auto first_of = [&](Index at) { return std::max<Index>(at - window, 0); };
  const auto end_of = [&](Index at) {
    return std::min((config.causal ? at : at + window) + 1, n_key);
  };
  double pairs = 0;
  for (Index at = n_key - n_query; at < n_key; ++at) {
    pairs += static_cast<double>(std::max<Index>(end_of(at) - first_of(at), 0));
  }
  builder.reserve(pairs);
  for (Index at = n_key - n_query; at < n_key; ++at) {
    builder.add_range(first_of(at), end_of(at));
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
  if (n == 0) return 0;
  const auto w = static_cast<double>(std::min(config.window, n - 1));
  const double one_side = static_cast<double>(n) * w - w * (w + 1) / 2;
  return static_cast<double>(n) + (config.causal ? one_side : 2 * one_side);
}

}  // namespace attn
