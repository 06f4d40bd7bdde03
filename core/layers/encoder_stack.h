// Encoder layers one after the other. Under a causal mask it is a decoder-only model, which steps
// with a cache.
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

  // The arguments are EncoderLayer's.
  Tensor forward(const Tensor& x, const Mask& mask, const Dropout& dropout = {},
                 EncoderStackTrace* trace = nullptr) const;
  EncoderStackGradients backward(const Tensor& x, const Mask& mask, const Dropout& dropout,
                                 const EncoderStackTrace& trace, const Tensor& d_output,
                                 Wanted wanted = Wanted::kAllGradients) const;

  // New tokens after those in the caches, one cache a layer (none before the first step); equal to
  // one causal pass.
  //   x  [batch, query, d_model]    returns output, shaped as x
  Tensor step(const Tensor& x, std::vector<KeyValueCache>& caches,
              EncoderStackTrace* trace = nullptr) const;
};

}  // namespace attn
