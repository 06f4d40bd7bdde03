#include "layers/encoder_stack.h"

namespace attn {

Tensor EncoderStack::forward(const Tensor& x, const Mask& mask, const PassOptions& options,
                             EncoderStackTrace* trace) const {
  return apply_layers(x, options.hooks, trace,
                      [&](std::size_t i, const Tensor& input, EncoderLayerTrace* layer_trace) {
                        return layers_[i].forward(input, mask, options.in(layer_name(i).c_str()),
                                                  layer_trace);
                      });
}

EncoderStackGradients EncoderStack::backward(const Tensor& x, const Mask& mask,
                                             const PassOptions& options,
                                             const EncoderStackTrace& trace, const Tensor& d_output,
                                             Wanted wanted) const {
  EncoderStackGradients gradients;
  apply_layers_backward(x, options.hooks, trace, d_output, gradients,
                        [&](std::size_t i, const Tensor& input,
                            const EncoderLayerTrace& layer_trace, const Tensor& d) {
                          return layers_[i].backward(input, mask, options.in(layer_name(i).c_str()),
                                                     layer_trace, d,
                                                     i == 0 ? wanted : Wanted::kAllGradients);
                        });
  return gradients;
}

Tensor EncoderStack::step(const Tensor& x, std::vector<KeyValueCache>& caches,
                          EncoderStackTrace* trace) const {
  check_sequence("x", x, config_.layer.attention.d_model);
  if (caches.empty()) caches.resize(layers_.size());
  check_layer_count(config_, "caches", caches.size());
  const auto step = [&](std::size_t i, const Tensor& input, EncoderLayerTrace* layer_trace) {
    return layers_[i].step(input, caches[i], layer_trace);
  };
  return step_or_undo(std::span(caches), [&] { return apply_layers(x, {}, trace, step); });
}

}  // namespace attn
