// Sliding window: each query attends to the keys near it.      (Beltagy et al. 2020, section 3.1)
#pragma once

#include "efficient/sparse_pattern.h"
#include "ops/mask.h"

namespace attn {

struct SlidingWindow {
  Index window = 1;     // keys on each side of the query
  bool causal = false;  // only keys up to the query's own position
};

// |p(i) - j| <= window, and j <= p(i) when causal, where p(i) = i + n_key - n_query.
// It has at most n_query · (2 window + 1) pairs. Throws std::invalid_argument for a negative window
// or length.
SparsePattern sliding_window_pattern(const SlidingWindow& config, Index n_query, Index n_key);

// The same pattern as a mask, for flash_attention, which skips the tiles outside the window. Its
// results differ from sparse_attention's by rounding. Throws as sliding_window_pattern.
Mask sliding_window_mask(const SlidingWindow& config);

// The number of pairs in the pattern for n_query = n_key = n.
// Throws as sliding_window_pattern.
double sliding_window_pairs(const SlidingWindow& config, Index n);

}  // namespace attn
