// In blocks of tokens: a window, global blocks, and random blocks.        (Zaheer et al. 2020,
// section 2 and appendix D; the global blocks are tokens of the sequence, their "internal"
// construction)
#pragma once

#include <cstdint>

#include "efficient/sparse_pattern.h"

namespace attn {

struct BigBird {
  Index block = 64;      // tokens of a block; the last may be shorter
  Index window = 1;      // blocks on either side that a block attends to, besides itself
  Index num_global = 1;  // blocks at the front that attend to all and are attended to by all
  Index num_random = 1;  // others that a block attends to, or as many as there are
  std::uint64_t seed = 0;
  bool causal = false;  // earlier keys and its own only; the random blocks are earlier ones
};

// Of n queries and keys; n · block · (2 window + 1 + 2 num_global + num_random) pairs at most.
// Throws std::invalid_argument for a block below 1 or another number below 0.
SparsePattern big_bird_pattern(const BigBird& config, Index n);

// The number of its pairs, without making them, in the time of n / block.
double big_bird_pairs(const BigBird& config, Index n);

}  // namespace attn
