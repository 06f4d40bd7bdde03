// How much each token adds to the context: |weight v|, the length of its weighted value. A token
// with a short v may get much weight and add little.
#pragma once

#include <vector>

#include "analysis/weights/token_share.h"
#include "base/tensor.h"

namespace attn {

struct ValueWeighted {
  Tensor lengths;             // [batch, head, key]         |v|
  Tensor weighted;            // [batch, head, query, key]  weight |v|
  Tensor weighted_rows;       // [batch, head, query, key]  the same, each row divided by its sum
  TokenShare share;           // of the weights, on the tokens
  TokenShare weighted_share;  // of weight |v|, on the tokens
};

// Kobayashi et al. 2020 (Attention is Not Only a Weight) measure the same after the projection w_o.
//   weights  [batch, head, query, key]
//   v        [batch, kv_head, key, d_v]; heads share keys and values in groups
//   tokens   the keys whose shares to return, for instance the delimiters
// Throws std::invalid_argument for weights or v of another shape, and for a token outside the keys.
ValueWeighted value_weighted(const Tensor& weights, const Tensor& v,
                             const std::vector<Index>& tokens);

}  // namespace attn
