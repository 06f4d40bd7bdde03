// Converts parameters between PyTorch's names and layouts (torch/nn/modules/activation.py and
// transformer.py) and ours. A linear layer is y = x weightᵀ + bias in PyTorch and y = x w + b here:
//
//   MultiheadAttention   in_proj_weight [3 d_model, d_model]  <->  w_q, w_k, w_v, transposed,
//                                                                  each [d_model, d_model]
//     with kdim or vdim  q_proj_weight [d_model, d_model], k_proj_weight [d_model, d_key],
//                        v_proj_weight [d_model, d_value]
//                        in_proj_bias [3 d_model]             <->  b_q, b_k, b_v [d_model]
//                        out_proj.weight, out_proj.bias       <->  w_o, b_o
//   encoder layer        self_attn.                           <->  attention.
//   decoder layer        self_attn., multihead_attn.          <->  self_attention.,
//                                                                  cross_attention.
//   any layer            linear1, linear2                     <->  feed_forward.w_1 b_1 w_2 b_2
//                        norm1.weight, norm1.bias ..          <->  norm_1.gamma, norm_1.beta ..
//   stack                layers.0. ..                         <->  the same
//                        norm.weight, norm.bias               <->  norm.gamma, norm.beta
//   Transformer          encoder., decoder.                   <->  the same
//
// A module may have no biases at all (bias=False). Values are only moved, so a round trip gives the
// same bits, and gradients convert in the same way.
#pragma once

#include <string_view>

#include "base/named_tensors.h"

namespace attn {

//   module  "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer",
//           "TransformerEncoder", "TransformerDecoder" or "Transformer"
//
// Both functions throw std::invalid_argument for any other module, and, naming the tensor, if one
// is missing, is not part of the module, or has a shape that does not fit the others. bias_k and
// bias_v are not supported.
NamedTensors from_pytorch(std::string_view module, const NamedTensors& state_dict);

// Also throws for what PyTorch's modules cannot represent: num_kv_heads < num_heads, a d_head or
// d_v other than d_model / num_heads, a gated feed-forward, relative_bias. Rotary positions and
// ALiBi have no parameters, so that they are not noticed.
NamedTensors to_pytorch(std::string_view module, const NamedTensors& parameters);

}  // namespace attn
