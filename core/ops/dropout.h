// Inverted dropout (Srivastava et al. 2014): in training, each element is dropped with probability
// p and the others are divided by 1 - p, which keeps the expected value.
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

struct Dropout {
  double probability = 0;  // in [0, 1); 0 is off, as required outside of training
  std::uint64_t seed = 0;  // the same seed drops the same elements, natively and in wasm
};

// Throws std::invalid_argument for a probability outside [0, 1).
void check_dropout(const Dropout& dropout);

// Draws the factor of each element, 0 or 1 / (1 - p), in order from this stream of the seed.
//   factors  [n]  out
// Forward is y = x * factors, backward is d_x = d_y * factors.
void dropout_factors(const Dropout& dropout, std::uint64_t stream, Index n, float* factors);

}  // namespace attn
