// A sliding window, and a few global tokens that attend to all and are attended to by all.
//                                                                           (Beltagy et al. 2020)
// Their global tokens have projections of their own; those are the caller's business here.
#pragma once

#include <vector>

#include "efficient/sparse_pattern.h"

namespace attn {

struct Longformer {
  Index window = 1;                  // on either side
  std::vector<Index> global_tokens;  // positions, in any order, each below n
  bool causal = false;               // earlier keys and its own only, for global tokens too
};

// |i - j| <= window, or i is global, or j is global; and j <= i when causal. Of n queries and keys.
// n · (2 window + 1 + 2 globals) pairs at most.
// Throws std::invalid_argument for a negative window or length, or a token outside [0, n).
SparsePattern longformer_pattern(const Longformer& config, Index n);

// The number of its pairs.
double longformer_pairs(const Longformer& config, Index n);

}  // namespace attn
