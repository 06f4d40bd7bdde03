// softmax(scale q kᵀ + mask) v                                 (Vaswani et al. 2017, eq. 1)
#pragma once

#include <optional>

#include "attention/trace.h"
#include "base/tensor.h"
#include "ops/dropout.h"
#include "ops/mask.h"

namespace attn {

struct AttentionOptions {
  std::optional<float> scale = {};  // of q kᵀ; 1/√d_head when absent, 1 for none
  float temperature = 1;            // weights = softmax(masked_scores / temperature)
  Dropout dropout = {};  // on the weights; head h of batch item b draws stream b num_heads + h
};

//   q     [batch, head, query, d_head]
//   k     [batch, kv_head, key, d_head]   num_kv_heads divides num_heads: head h reads
//   v     [batch, kv_head, key, d_v]      h / (num_heads / num_kv_heads)   (Ainslie et al. 2023)
//   mask  see ops/mask.h
//   trace when given, receives scores, masked_scores, weights, dropped_weights, row_status, context
//   returns context [batch, head, query, d_v]
//
// Without a trace and without dropout it goes by tiles, and no [query, key] matrix is made: beyond
// 128 keys the numbers are then those of a traced call but for rounding.
//
// A query that may attend to nothing gets zero weights, hence a zero context. A query with a score
// that is not finite gets NaN, flagged in row_status; other queries are untouched by it. Keys and
// values that are masked are never read into a result; nor is a value whose weight is exactly 0.
// Throws std::invalid_argument when the shapes disagree, naming both; for a scale that is not
// finite; for a temperature that is not above 0.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, const AttentionOptions& options = {},
                                    AttentionTrace* trace = nullptr);

// The shape of each is that of the tensor whose gradient it is.
struct AttentionGradients {
  Tensor d_q, d_k, d_v;
  Tensor d_score_bias;  // empty when the mask has none; 0 where a bias of -inf excludes

  // Zeros, to be added to.
  static AttentionGradients zeros(const Tensor& q, const Tensor& k, const Tensor& v,
                                  const Mask& mask);
};

//   weights    [batch, head, query, key]  the trace's, before dropout
//   d_context  [batch, head, query, d_v]
// Everything else as forward was given it; dropout is drawn again from its seed.
//
//   d_v             = dropped_weightsᵀ d_context
//   d_masked_scores = softmax_backward(weights, d_context vᵀ * dropout factors) / temperature
//   d_q             = scale d_masked_scores k         d_k = scale d_masked_scoresᵀ q
//
// A key whose weight is exactly 0 gives and gets nothing, even if it is NaN.
AttentionGradients scaled_dot_product_attention_backward(const Tensor& q, const Tensor& k,
                                                         const Tensor& v, const Mask& mask,
                                                         const AttentionOptions& options,
                                                         const Tensor& weights,
                                                         const Tensor& d_context);

}  // namespace attn
