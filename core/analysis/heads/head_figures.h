// The figures by which the heads of a sentence are sorted: how widely each spreads its weights, how
// far it looks, and how much of its weight is on some tokens.
#pragma once

#include <vector>

#include "analysis/weights/token_share.h"
#include "base/tensor.h"

namespace attn {

// Means over the queries of a head that attend to something; 0 where there are none.
struct HeadFigures {
  Tensor entropy;   // [batch, head]  of the rows, in nats (see row_entropy)
  Tensor distance;  // [batch, head]  see attention_distance
  TokenShare share;
};

//   weights  [batch, head, query, key]
//   tokens   the keys whose share to return, for instance the delimiters
// Throws std::invalid_argument for weights of another rank, and for a token outside the keys.
HeadFigures head_figures(const Tensor& weights, const std::vector<Index>& tokens);

}  // namespace attn
