// A stack of decoder layers. All layers attend to the same memory.
#pragma once

#include <vector>

#include "layers/decoder_layer.h"
#include "layers/stack.h"

namespace attn {

using DecoderStackParameters = StackParameters<DecoderLayer>;
using DecoderStackTrace = StackTrace<DecoderLayer>;

struct DecoderStackGradients : StackGradients<DecoderLayer> {
  Tensor d_memory, d_memory_score_bias;  // summed over the layers; the bias gradient may be empty
};

class DecoderStack : public Stack<DecoderLayer> {
 public:
  using Stack::Stack;

  // Arguments as in DecoderLayer.
  Tensor forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                 const PassOptions& options = {}, DecoderStackTrace* trace = nullptr) const;
  DecoderStackGradients backward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                                 const PassOptions& options, const DecoderStackTrace& trace,
                                 const Tensor& d_output) const;

  // As in DecoderLayer, with one cache per layer.
  std::vector<DecoderLayerCache> begin(const Tensor& memory) const;
  Tensor step(const Tensor& x, std::vector<DecoderLayerCache>& caches, const Mask& memory_mask,
              DecoderStackTrace* trace = nullptr) const;
};

}  // namespace attn
