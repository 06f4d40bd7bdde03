#include "layers/encoder_stack.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

EncoderStackParameters EncoderStackParameters::random(const StackConfig& config,
                                                      std::uint64_t seed) {
  const StackConfig c = config.resolved();
  EncoderStackParameters p = unfilled(c);
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    p.layers[i] = EncoderLayerParameters::random(c.layer, part_seed(seed, layer_name(i).c_str()));
  }
  if (c.final_norm) p.norm = NormParameters::identity(c.layer.norm, c.layer.attention.d_model);
  return p;
}

EncoderStackParameters EncoderStackParameters::unfilled(const StackConfig& config) {
  const auto num_layers = static_cast<std::size_t>(config.resolved().num_layers);
  return {std::vector<EncoderLayerParameters>(num_layers), {}};
}

void EncoderStackTrace::begin(std::size_t num_layers) {
  layers = std::vector<EncoderLayerTrace>(num_layers);
  for (EncoderLayerTrace& layer : layers) layer.keep = keep;
}

EncoderStack::EncoderStack(const StackConfig& config, EncoderStackParameters p)
    : config_(config.resolved()), final_norm_(config_, std::move(p.norm)) {
  check_layer_count(config_, "layers", p.layers.size());
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    layers_.push_back(in_part(layer_name(i).c_str(),
                              [&] { return EncoderLayer(config_.layer, std::move(p.layers[i])); }));
  }
}

Tensor EncoderStack::forward(const Tensor& x, const Mask& mask, const Dropout& dropout,
                             EncoderStackTrace* trace) const {
  check_sequence("x", x, config_.layer.attention.d_model);
  if (trace != nullptr) trace->begin(layers_.size());
  Tensor output = with_batch(x);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    output = layers_[i].forward(output, mask, part_dropout(dropout, layer_name(i).c_str()),
                                trace == nullptr ? nullptr : &trace->layers[i]);
  }
  output = final_norm_.forward(std::move(output));
  if (keeps_intermediates(keep_of(trace))) trace->output = output;
  return shaped_as(x, std::move(output));
}

EncoderStackGradients EncoderStack::backward(const Tensor& x_in, const Mask& mask,
                                             const Dropout& dropout, const EncoderStackTrace& trace,
                                             const Tensor& d_output, Wanted wanted) const {
  check_sequence("x", x_in, config_.layer.attention.d_model);
  check_same_shape("d_output", d_output, x_in);
  check_layer_count(config_, "layers' traces", trace.layers.size());
  const Tensor x = with_batch(x_in);
  EncoderStackGradients gradients;
  gradients.parameters = EncoderStackParameters::unfilled(config_);
  Tensor d = final_norm_.backward(trace.layers.back().output, with_batch(d_output),
                                  gradients.parameters.norm);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    EncoderLayerGradients made = layers_[i].backward(
        i == 0 ? x : trace.layers[i - 1].output, mask, part_dropout(dropout, layer_name(i).c_str()),
        trace.layers[i], d, i == 0 ? wanted : Wanted::kAllGradients);
    gradients.parameters.layers[i] = std::move(made.parameters);
    gradients.d_score_bias = sum(std::move(gradients.d_score_bias), made.d_score_bias);
    d = std::move(made.d_x);
  }
  if (wanted == Wanted::kAllGradients) gradients.d_x = shaped_as(x_in, std::move(d));
  return gradients;
}

Tensor EncoderStack::step(const Tensor& x, std::vector<KeyValueCache>& caches,
                          EncoderStackTrace* trace) const {
  check_sequence("x", x, config_.layer.attention.d_model);
  if (caches.empty()) caches.resize(layers_.size());
  check_layer_count(config_, "caches", caches.size());
  if (trace != nullptr) trace->begin(layers_.size());
  Tensor output = with_batch(x);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    output = layers_[i].step(output, caches[i], trace == nullptr ? nullptr : &trace->layers[i]);
  }
  output = final_norm_.forward(std::move(output));
  if (keeps_intermediates(keep_of(trace))) trace->output = output;
  return shaped_as(x, std::move(output));
}

}  // namespace attn
