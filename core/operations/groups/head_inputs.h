// The inputs q, k, v of the attention operations, and their gradients.
#pragma once

#include "attention/scaled_dot_product.h"
#include "operations/adapter.h"

namespace attn {

struct HeadInputs {
  explicit HeadInputs(NamedTensors& inputs);

  // The gradient of the context [batch, head, query, d_v], as read_d_output.
  const Tensor& read_d_context(const NamedTensors& d_outputs) const;

  // References to the inputs, not copies: they can be very large.
  const Tensor& q;  // [batch, head, query, d_head]
  const Tensor& k;  // [batch, kv_head, key, d_head]
  const Tensor& v;  // [batch, kv_head, key, d_v]
  ScoresShape shape;
};

// d_q, d_k, d_v, and d_score_bias if the inputs have a score_bias.
NamedTensors named_gradients(AttentionGradients gradients, const NamedTensors& inputs);

}  // namespace attn
