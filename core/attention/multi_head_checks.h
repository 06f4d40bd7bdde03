// The checks that forward and backward of multi-head attention share.
#pragma once

#include <cstdint>
#include <vector>

#include "attention/head_layout.h"
#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"

namespace attn {

// Each throws std::invalid_argument when the shape of an input does not match `config` (resolved)
// or the other inputs.
void check_query(const Tensor& query, Index d_model);
void check_key_value(const Tensor& key, const Tensor& value, const MultiHeadConfig& config);
void check_key_value_for(const Tensor& query, const Tensor& key, const Tensor& value,
                         const MultiHeadConfig& config);

// Throws unless head_on is empty or holds 0 or 1 for each head.
void check_head_on(const std::vector<std::uint8_t>& head_on, Index num_heads);

AttentionOptions attention_options(const MultiHeadConfig& config, const MultiHeadOptions& options);

// Sets the heads that are off to 0.
//   head_on  [num_heads]    heads  [batch, head, n, d]  in place
void switch_off_heads(const std::vector<std::uint8_t>& head_on, Tensor& heads);

}  // namespace attn
