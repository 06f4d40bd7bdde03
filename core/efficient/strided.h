// The keys of the last `stride` positions, and every stride-th one: with a stride of about √n, any
// two tokens are two steps apart.                  (Child et al. 2019, section 4.3, both heads
// merged)
#pragma once

#include "efficient/sparse_pattern.h"

namespace attn {

struct Strided {
  Index stride = 1;
  bool causal = false;  // earlier keys and its own only, as in the paper; else to both sides
};

// |i - j| <= stride, or (i - j) is a multiple of stride; and j <= i when causal. Of n queries and
// keys; n · (2 stride + n / stride) pairs at most, half of that when causal.
// Throws std::invalid_argument for a stride below 1 or a negative length.
SparsePattern strided_pattern(const Strided& config, Index n);

// The number of its pairs.
double strided_pairs(const Strided& config, Index n);

}  // namespace attn
