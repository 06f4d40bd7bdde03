// PyTorch's parameters by PyTorch's names and layouts, and ours (torch/nn/modules/activation.py and
// transformer.py). A linear layer of PyTorch is y = x weightᵀ + bias, ours is y = x w + b:
//
//   MultiheadAttention   in_proj_weight [3 d_model, d_model]  <->  w_q, w_k, w_v [d_model,
//   d_model],
//                                                                  each transposed
//     with kdim or vdim  q_proj_weight [d_model, d_model], k_proj_weight [d_model, d_key],
//                        v_proj_weight [d_model, d_value]
//                        in_proj_bias [3 d_model]             <->  b_q, b_k, b_v [d_model]
//                        out_proj.weight, out_proj.bias       <->  w_o, b_o
//   a layer              self_attn., multihead_attn.          <->  attention. of an encoder, and
//                                                       self_attention., cross_attention. of a
//                                                       decoder
//                        linear1, linear2                     <->  feed_forward.w_1 b_1 w_2 b_2
//                        norm1.weight, norm1.bias ..          <->  norm_1.gamma, norm_1.beta ..
//   a stack              layers.0. .., norm.                  <->  the same
//   Transformer          encoder., decoder.                   <->  the same
//
// Biases may be absent, all of a module together (bias=False). Numbers are only moved, never
// calculated with: there and back again gives the same bits, and gradients convert alike.
#pragma once

#include <string_view>

#include "base/named_tensors.h"

namespace attn {

// `module`: "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer",
// "TransformerEncoder", "TransformerDecoder" or "Transformer". Both throw std::invalid_argument for
// another one, and, naming it, for a tensor that is missing, that the module does not have (bias_k
// and bias_v are among these: no attention of ours has them), or of another shape than the others
// imply.
NamedTensors from_pytorch(std::string_view module, const NamedTensors& state_dict);

// Also refuses what PyTorch's modules cannot hold: fewer key-value heads, a head width of one's
// own, a gate, relative_bias.
NamedTensors to_pytorch(std::string_view module, const NamedTensors& parameters);

}  // namespace attn
