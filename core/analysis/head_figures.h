// How widely each head spreads its weights, and how far it looks: two figures to sort heads by.
#pragma once

#include "base/tensor.h"

namespace attn {

// Means over the queries of a head that attend to something; 0 where there are none.
struct HeadFigures {
  Tensor entropy;   // [batch, head]  of the rows, in nats (see row_entropy)
  Tensor distance;  // [batch, head]  see attention_distance
};

//   weights  [batch, head, query, key]
// Throws std::invalid_argument for weights of another rank.
HeadFigures head_figures(const Tensor& weights);

}  // namespace attn
