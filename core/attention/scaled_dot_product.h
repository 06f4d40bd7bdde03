// softmax(scale q kᵀ + mask) v                                 (Vaswani et al. 2017, eq. 1)
#pragma once

#include <optional>

#include "attention/trace.h"
#include "base/tensor.h"
#include "ops/dropout.h"
#include "ops/mask.h"

namespace attn {

struct AttentionOptions {
  std::optional<float> scale = {};  // factor of q kᵀ; default 1/√d_head
  float temperature = 1;            // weights = softmax(masked_scores / temperature)
  Dropout dropout = {};  // on the weights; head h of batch item b draws stream b num_heads + h
};

//   q     [batch, head, query, d_head]
//   k     [batch, kv_head, key, d_head]   num_kv_heads divides num_heads: head h reads
//   v     [batch, kv_head, key, d_v]      h / (num_heads / num_kv_heads)   (Ainslie et al. 2023)
//   mask  see ops/mask.h
//   trace if not null, receives scores, masked_scores, weights, dropped_weights, row_status and
//         context, as trace->keep selects
//   returns context [batch, head, query, d_v]
//
// Without a trace and without dropout the scores are computed in tiles, and no [query, key] matrix
// is stored. With more than 128 keys the result may then differ from a traced call by rounding.
//
// A query that may attend to nothing gets zero weights, hence a zero context. A query with a score
// that is not finite gets weights and context NaN, and is flagged in row_status; other queries are
// not affected. Masked keys and values, and values whose weight is exactly 0, do not affect the
// result, even if they are NaN.
// Throws std::invalid_argument when the shapes disagree, naming both; for a scale that is not
// finite; for a temperature that is not finite and above 0.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, const AttentionOptions& options = {},
                                    AttentionTrace* trace = nullptr);

// Each gradient has the shape of its tensor.
struct AttentionGradients {
  Tensor d_q, d_k, d_v;
  Tensor d_score_bias;  // empty if the mask has no score_bias; 0 where the bias is -inf

  // Zeros of the right shapes.
  static AttentionGradients zeros(const Tensor& q, const Tensor& k, const Tensor& v,
                                  const Mask& mask);
};

//   weights    [batch, head, query, key]  the trace's, before dropout
//   d_context  [batch, head, query, d_v]
// The other arguments are those of the forward call. Dropout is drawn again from its seed.
//
//   d_v             = dropped_weightsᵀ d_context
//   d_masked_scores = softmax_backward(weights, d_context vᵀ * dropout factors) / temperature
//   d_q             = scale d_masked_scores k         d_k = scale d_masked_scoresᵀ q
//
// A key whose weight is exactly 0 neither affects nor receives a gradient, even if it is NaN.
AttentionGradients scaled_dot_product_attention_backward(const Tensor& q, const Tensor& k,
                                                         const Tensor& v, const Mask& mask,
                                                         const AttentionOptions& options,
                                                         const Tensor& weights,
                                                         const Tensor& d_context);

}  // namespace attn
