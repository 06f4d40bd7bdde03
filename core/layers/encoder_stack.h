// A stack of encoder layers. With a causal mask this is a decoder-only model, which can generate
// step by step with a cache.
#pragma once

#include <vector>

#include "layers/encoder_layer.h"
#include "layers/stack.h"

namespace attn {

using EncoderStackParameters = StackParameters<EncoderLayer>;
using EncoderStackTrace = StackTrace<EncoderLayer>;
using EncoderStackGradients = StackGradients<EncoderLayer>;

class EncoderStack : public Stack<EncoderLayer> {
 public:
  using Stack::Stack;

  // Arguments as in EncoderLayer.
  Tensor forward(const Tensor& x, const Mask& mask, const PassOptions& options = {},
                 EncoderStackTrace* trace = nullptr) const;
  EncoderStackGradients backward(const Tensor& x, const Mask& mask, const PassOptions& options,
                                 const EncoderStackTrace& trace, const Tensor& d_output,
                                 Wanted wanted = Wanted::kAllGradients) const;

  // Processes new tokens that follow the cached ones; results equal those of one causal pass.
  //   x       [batch, query, d_model]
  //   caches  one per layer; empty before the first step
  //   returns output, shaped as x
  Tensor step(const Tensor& x, std::vector<KeyValueCache>& caches,
              EncoderStackTrace* trace = nullptr) const;
};

}  // namespace attn
