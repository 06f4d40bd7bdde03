// softmax(q kᵀ / √d_head + mask) v                            (Vaswani et al. 2017, eq. 1)
#pragma once

#include "attention/trace.h"
#include "base/tensor.h"
#include "ops/mask.h"

namespace attn {

//   q     [batch, head, query, d_head]
//   k     [batch, head, key, d_head]
//   v     [batch, head, key, d_v]
//   mask  see ops/mask.h
//   trace when given, receives scores, masked_scores, weights, row_status and context
//   returns context [batch, head, query, d_v]
//
// A query that may attend to nothing gets zero weights, hence a zero context. A query with a score
// that is not finite gets NaN, flagged in row_status; other queries are untouched by it. Keys and
// values that are masked are never read into a result; nor is a value whose weight is exactly 0.
// Throws std::invalid_argument when the shapes disagree, naming both.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, AttentionTrace* trace = nullptr);

}  // namespace attn
