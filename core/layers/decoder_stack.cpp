#include "layers/decoder_stack.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

DecoderStackParameters DecoderStackParameters::random(const StackConfig& config,
                                                      std::uint64_t seed) {
  const StackConfig c = config.resolved();
  DecoderStackParameters p = unfilled(c);
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    p.layers[i] = DecoderLayerParameters::random(c.layer, part_seed(seed, layer_name(i).c_str()));
  }
  if (c.final_norm) p.norm = NormParameters::identity(c.layer.norm, c.layer.attention.d_model);
  return p;
}

DecoderStackParameters DecoderStackParameters::unfilled(const StackConfig& config) {
  const auto num_layers = static_cast<std::size_t>(config.resolved().num_layers);
  return {std::vector<DecoderLayerParameters>(num_layers), {}};
}

void DecoderStackTrace::begin(std::size_t num_layers) {
  layers = std::vector<DecoderLayerTrace>(num_layers);
  for (DecoderLayerTrace& layer : layers) layer.keep = keep;
}

DecoderStack::DecoderStack(const StackConfig& config, DecoderStackParameters p)
    : config_(config.resolved()), final_norm_(config_, std::move(p.norm)) {
  check_layer_count(config_, "layers", p.layers.size());
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    layers_.push_back(in_part(layer_name(i).c_str(),
                              [&] { return DecoderLayer(config_.layer, std::move(p.layers[i])); }));
  }
}

Tensor DecoderStack::forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                             const Dropout& dropout, DecoderStackTrace* trace) const {
  if (trace != nullptr) trace->begin(layers_.size());
  Tensor output = x;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    output = layers_[i].forward(output, memory, masks, part_dropout(dropout, layer_name(i).c_str()),
                                trace == nullptr ? nullptr : &trace->layers[i]);
  }
  output = final_norm_.forward(std::move(output));
  if (keeps_intermediates(keep_of(trace))) trace->output = with_batch(output);
  return output;
}

DecoderStackGradients DecoderStack::backward(const Tensor& x_in, const Tensor& memory_in,
                                             const DecoderMasks& masks, const Dropout& dropout,
                                             const DecoderStackTrace& trace,
                                             const Tensor& d_output) const {
  check_sequence("x", x_in, config_.layer.attention.d_model);
  check_sequence("memory", memory_in, config_.layer.attention.d_model);
  check_same_shape("d_output", d_output, x_in);
  check_layer_count(config_, "layers' traces", trace.layers.size());
  const Tensor x = with_batch(x_in), memory = with_batch(memory_in);
  DecoderStackGradients gradients;
  gradients.parameters = DecoderStackParameters::unfilled(config_);
  Tensor d = final_norm_.backward(trace.layers.back().output, with_batch(d_output),
                                  gradients.parameters.norm);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    DecoderLayerGradients made =
        layers_[i].backward(i == 0 ? x : trace.layers[i - 1].output, memory, masks,
                            part_dropout(dropout, layer_name(i).c_str()), trace.layers[i], d);
    gradients.parameters.layers[i] = std::move(made.parameters);
    gradients.d_memory = sum(std::move(gradients.d_memory), made.d_memory);
    gradients.d_score_bias = sum(std::move(gradients.d_score_bias), made.d_score_bias);
    gradients.d_memory_score_bias =
        sum(std::move(gradients.d_memory_score_bias), made.d_memory_score_bias);
    d = std::move(made.d_x);
  }
  gradients.d_x = shaped_as(x_in, std::move(d));
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
  if (trace != nullptr) trace->begin(layers_.size());
  Tensor output = x;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    output = layers_[i].step(output, caches[i], memory_mask,
                             trace == nullptr ? nullptr : &trace->layers[i]);
  }
  output = final_norm_.forward(std::move(output));
  if (keeps_intermediates(keep_of(trace))) trace->output = with_batch(output);
  return output;
}

}  // namespace attn
