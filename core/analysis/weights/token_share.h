// How much attention goes to some tokens, for instance to the delimiters of a sentence.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

// The part of rows of weights that is on some tokens. Rows without any weight have share 0, and
// are left out of the means. The mean of no rows is 0.
struct TokenShare {
  Tensor rows;   // [batch, head, query]
  Tensor heads;  // [batch, head]  mean over the rows of a head
  Tensor layer;  // [batch]        mean over the rows of all heads
};

//   weights  [batch, head, query, key], not negative
//   tokens   keys; one that is named twice counts once
// Throws std::invalid_argument for weights of another rank, and for a token outside the keys.
TokenShare token_share(const Tensor& weights, const std::vector<Index>& tokens);

}  // namespace attn
