// Attention weights of one layer, the input of the analyses of heads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace attn {

// Throws std::invalid_argument unless weights are [batch, head, query, key].
void check_weights(const Tensor& weights);

// Zeros [batch, head], one for each head of `weights`.
Tensor zero_per_head(const Tensor& weights);

// For each key of `weights`, 1 if it is among `tokens`, else 0. Throws std::invalid_argument for a
// token outside the keys.
std::vector<std::uint8_t> among_keys(const std::vector<Index>& tokens, const Tensor& weights);

}  // namespace attn
