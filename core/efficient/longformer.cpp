#include "efficient/longformer.h"

#include <algorithm>

#include "base/check.h"
#include "base/heap_sort.h"
#include "efficient/pattern_builder.h"
#include "efficient/sliding_window.h"

namespace attn {
namespace {

// The global tokens, sorted and without duplicates.
std::vector<Index> checked_globals(const Longformer& config, Index n) {
  check_min("window", config.window, 0);
  std::vector<Index> tokens = config.global_tokens;
  for (const Index token : tokens) check_index("global_tokens", token, n);
  sort_unique(tokens);
  return tokens;
}

}  // namespace

SparsePattern longformer_pattern(const Longformer& config, Index n) {
  PatternBuilder builder(n, n);
  const std::vector<Index> globals = checked_globals(config, n);
  builder.reserve(longformer_pairs(config, n));
  const Index window = std::min(config.window, n);
  for (Index i = 0; i < n; ++i) {
    const Index end = config.causal ? i + 1 : n;  // of the keys that causality allows
    if (std::binary_search(globals.begin(), globals.end(), i)) {
      builder.add_range(0, end);
    } else {
      const Index first = std::max<Index>(i - window, 0), last = std::min(i + window + 1, end);
      auto global = globals.begin();
      for (; global != globals.end() && *global < first; ++global) builder.add(*global);
      builder.add_range(first, last);
      for (; global != globals.end() && *global < end; ++global) {
        if (*global >= last) builder.add(*global);
      }
    }
    builder.end_query();
  }
  return builder.take();
}

// The pairs of the window, plus each global token's row and column outside the window, minus the
// pairs of two global tokens, which are in a row and in a column and so would count twice.
double longformer_pairs(const Longformer& config, Index n) {
  const std::vector<Index> globals = checked_globals(config, n);
  const Index window = std::min(config.window, n);
  double pairs = sliding_window_pairs({window, config.causal}, n);
  Index far = 0;  // the number of global tokens before the token's window
  for (const Index token : globals) {
    while (globals[static_cast<std::size_t>(far)] < token - window) ++far;
    const Index before = std::max<Index>(token - window, 0);         // keys before the window
    const Index after = std::max<Index>(n - 1 - token - window, 0);  // keys after the window
    pairs += static_cast<double>(before + after - far) * (config.causal ? 1 : 2);
  }
  return pairs;
}

}  // namespace attn
