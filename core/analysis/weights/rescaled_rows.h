// Attention between the words of a sentence alone, with its delimiters hidden.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

// The weights without the rows and columns of hidden tokens, each row divided by its sum. A row
// without any weight left stays 0.
//   weights  [batch, head, token, token]
//   hidden   tokens
//   returns  [batch, head, query, key] over the other tokens
// Throws std::invalid_argument for weights of another shape, and for a token outside the sentence.
Tensor rescaled_rows(const Tensor& weights, const std::vector<Index>& hidden);

}  // namespace attn
