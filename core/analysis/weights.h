// Attention weights of one layer, the input of the analyses of heads.
#pragma once

#include "base/tensor.h"

namespace attn {

// Throws std::invalid_argument unless weights are [batch, head, query, key].
void check_weights(const Tensor& weights);

// Zeros [batch, head], one for each head of `weights`.
Tensor zero_per_head(const Tensor& weights);

}  // namespace attn
