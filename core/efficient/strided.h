// Strided attention: the keys at most `stride` positions away (only earlier ones when causal), and
// every stride-th key. With a stride of about √n, any two tokens are connected by at most two
// layers.
//                                          (Child et al. 2019, section 4.3, both heads merged)
#pragma once

#include "efficient/sparse_pattern.h"

namespace attn {

struct Strided {
  Index stride = 1;
  bool causal = false;  // only keys j <= i, as in the paper; otherwise both sides
};

// The pattern for n queries and n keys: |i - j| <= stride, or i - j is a multiple of stride; and
// j <= i when causal. It has at most n · (2 stride + n / stride) pairs, half of that when causal.
// Throws std::invalid_argument for stride < 1 or a negative n.
SparsePattern strided_pattern(const Strided& config, Index n);

// The number of pairs in the pattern. Throws as strided_pattern.
double strided_pairs(const Strided& config, Index n);

}  // namespace attn
