// Position encodings, added to the token embeddings. (Learned positions are an embedding table like
// any other, ops/embedding.h.)
#pragma once

#include "base/matrix.h"

namespace attn {

// Sinusoidal positions (Vaswani et al. 2017, section 3.5):
//   [pos, 2 i]     = sin(pos / 10000^(2 i / d_model))
//   [pos, 2 i + 1] = cos(pos / 10000^(2 i / d_model))
//   returns [n, d_model]; for an odd d_model the last column is a sine
Matrix sinusoidal_positions(Index n, Index d_model);

}  // namespace attn
