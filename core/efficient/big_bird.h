// BigBird: block-sparse attention with a window, global blocks and random blocks.
//                                              (Zaheer et al. 2020, section 2 and appendix D)
// The global blocks are ordinary tokens of the sequence (the paper's "internal" construction).
#pragma once

#include <cstdint>

#include "efficient/sparse_pattern.h"

namespace attn {

struct BigBird {
  Index block = 64;      // tokens per block; the last block may be shorter
  Index window = 1;      // blocks attended to on each side, in addition to the query's own
  Index num_global = 1;  // leading blocks that attend to all blocks and are visible to all
  Index num_random = 1;  // further random blocks for each block, or fewer if fewer remain
  std::uint64_t seed = 0;
  bool causal = false;  // only keys j <= i; random blocks are drawn from earlier blocks
};

// The pattern for n queries and n keys. It has at most
// n · block · (2 window + 1 + 2 num_global + num_random) pairs.
// Throws std::invalid_argument for block < 1 or any other negative value.
SparsePattern big_bird_pattern(const BigBird& config, Index n);

// The number of pairs in the pattern, computed in O(n / block) without building it. Throws as
// big_bird_pattern.
double big_bird_pairs(const BigBird& config, Index n);

}  // namespace attn
