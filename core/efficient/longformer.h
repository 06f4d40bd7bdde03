// Longformer: a sliding window, and global tokens that attend to all keys and are visible to all
// queries.                                                                  (Beltagy et al. 2020)
// The paper uses separate projections for the global tokens. Here projections are up to the caller.
#pragma once

#include <vector>

#include "efficient/sparse_pattern.h"

namespace attn {

struct Longformer {
  Index window = 1;                  // keys on each side of the query
  std::vector<Index> global_tokens;  // positions, in any order, each below n
  bool causal = false;               // only keys j <= i, also for global tokens
};

// The pattern for n queries and n keys: |i - j| <= window, or i is global, or j is global; and
// j <= i when causal. It has at most n · (2 window + 1 + 2 globals) pairs.
// Throws std::invalid_argument for a negative window or n, or a global token outside [0, n).
SparsePattern longformer_pattern(const Longformer& config, Index n);

// The number of pairs in the pattern, computed without building it, in the time that it takes to
// sort the global tokens. Throws as longformer_pattern.
double longformer_pairs(const Longformer& config, Index n);

}  // namespace attn
