// How far a change of the model turns the vectors of tokens.
#pragma once

#include "base/tensor.h"

namespace attn {

// 1 - the cosine of each vector before and after; 0 where rounding makes it negative.
//   before, after  [token, layer, d_model]
//   returns        [token, layer]
// Throws std::invalid_argument for vectors of another rank, and for two different shapes.
Tensor turned_vectors(const Tensor& before, const Tensor& after);

}  // namespace attn
