// The weights of one layer, as every analysis of heads takes them.
#pragma once

#include "base/tensor.h"

namespace attn {

// Throws std::invalid_argument unless weights are [batch, head, query, key].
void check_weights(const Tensor& weights);

// A zero for each head: [batch, head].
Tensor number_per_head(const Tensor& weights);

}  // namespace attn
