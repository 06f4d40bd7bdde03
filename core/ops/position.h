// Where a token stands, told to a model that would not know. Learned positions are a table that is
// looked up like any other embedding (ops/embedding.h).
#pragma once

#include "base/matrix.h"

namespace attn {

// Sinusoidal positions (Vaswani et al. 2017, section 3.5), added to the embeddings:
//   [pos, 2 i]     = sin(pos / 10000^(2 i / d_model))
//   [pos, 2 i + 1] = cos(pos / 10000^(2 i / d_model))
//   returns [n, d_model]; an odd d_model ends on a sine.
Matrix sinusoidal_positions(Index n, Index d_model);

}  // namespace attn
