// The checks that forward and backward of multi-head attention share.
#pragma once

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

AttentionOptions attention_options(const MultiHeadConfig& config, const MultiHeadOptions& options);

}  // namespace attn
