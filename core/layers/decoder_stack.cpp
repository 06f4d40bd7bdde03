#include "layers/decoder_stack.h"

namespace attn {

Tensor DecoderStack::forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                             const PassOptions& options, DecoderStackTrace* trace) const {
  return apply_layers(x, options.hooks, trace,
                      [&](std::size_t i, const Tensor& input, DecoderLayerTrace* layer_trace) {
                        return layers_[i].forward(input, memory, masks,
                                                  options.in(layer_name(i).c_str()), layer_trace);
                      });
}

DecoderStackGradients DecoderStack::backward(const Tensor& x, const Tensor& memory_in,
                                             const DecoderMasks& masks, const PassOptions& options,
                                             const DecoderStackTrace& trace,
                                             const Tensor& d_output) const {
  check_sequence("memory", memory_in, config_.layer.attention.d_model);
  Tensor batched;
  const Tensor& memory = with_batch(memory_in, batched);
  DecoderStackGradients gradients;
  apply_layers_backward(
      x, options.hooks, trace, d_output, gradients,
      [&](std::size_t i, const Tensor& input, const DecoderLayerTrace& layer_trace,
          const Tensor& d) {
        DecoderLayerGradients layer_gradients = layers_[i].backward(
            input, memory, masks, options.in(layer_name(i).c_str()), layer_trace, d);
        gradients.d_memory = sum(std::move(gradients.d_memory), layer_gradients.d_memory);
        gradients.d_memory_score_bias =
            sum(std::move(gradients.d_memory_score_bias), layer_gradients.d_memory_score_bias);
        return layer_gradients;
      });
  gradients.d_memory = shaped_as(memory_in, std::move(gradients.d_memory));
  return gradients;
}

std::vector<DecoderLayerCache> DecoderStack::begin(const Tensor& memory) const {
  std::vector<DecoderLayerCache> caches;
  for (const DecoderLayer& layer : layers_) caches.push_back(layer.begin(memory));
  return caches;
}

Tensor DecoderStack::step(const Tensor& x, std::vector<DecoderLayerCache>& caches,
                          const Mask& memory_mask, DecoderStackTrace* trace) const {
  check_layer_count(config_, "caches", caches.size());
  const auto step = [&](std::size_t i, const Tensor& input, DecoderLayerTrace* layer_trace) {
    return layers_[i].step(input, caches[i], memory_mask, layer_trace);
  };
  return step_or_undo(std::span(caches), [&] { return apply_layers(x, {}, trace, step); });
}

}  // namespace attn
