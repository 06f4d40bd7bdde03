// Each query attends to the keys near it.                       (Beltagy et al. 2020, section 3.1)
#pragma once

#include "efficient/sparse_pattern.h"
#include "ops/mask.h"

namespace attn {

struct SlidingWindow {
  Index window = 1;     // on either side
  bool causal = false;  // earlier keys and its own only
};

// |p(i) - j| <= window, and j <= p(i) when causal, where p(i) = i + n_key - n_query.
// n · (2 window + 1) pairs. Throws std::invalid_argument for a negative window or length.
SparsePattern sliding_window_pattern(const SlidingWindow& config, Index n_query, Index n_key);

// The same as a mask, which flash_attention takes: tiles that lie beside the window are skipped,
// and sums are in another order than pair by pair. Throws likewise.
Mask sliding_window_mask(const SlidingWindow& config);

// The number of its pairs for n_query = n_key = n.
double sliding_window_pairs(const SlidingWindow& config, Index n);

}  // namespace attn
