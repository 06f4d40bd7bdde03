// Attention rollout: how information flows from input tokens to output tokens through all layers.
#pragma once

#include "base/tensor.h"

namespace attn {

// The share of each input token in each output token:
//   rollout = A_L .. A_2 A_1                                          (Abnar & Zuidema 2020, eq. 1)
//   A_l     = 0.5 W_l + 0.5 I, rows renormalized    with `residual`, for the skip connections
//           = W_l                                   without
//   W_l     = the mean of the weights over the heads of layer l
//   weights [layer, batch, head, query, key] with n_query = n_key    returns [batch, query, key]
// Throws std::invalid_argument for weights of another rank, for no layers or no heads, and when
// n_query and n_key differ.
Tensor attention_rollout(const Tensor& weights, bool residual = true);

}  // namespace attn
