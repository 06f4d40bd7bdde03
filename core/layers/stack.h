// The base of the encoder and decoder stacks: layers applied in sequence, with an optional norm
// after the last layer. All layers get the same masks; each layer has its own dropout seed and
// hooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "layers/final_norm.h"
#include "layers/part.h"
#include "layers/pass_options.h"
#include "layers/sequence.h"

namespace attn {

// Throws std::invalid_argument unless `count` equals the number of layers:
// "expected 2 caches, one per layer, got 3".
void check_layer_count(const StackConfig& config, const char* what, std::size_t count);

template <class Layer>
struct StackParameters {
  std::vector<typename Layer::Parameters> layers;  // [num_layers]
  NormParameters norm;                             // empty without final_norm

  static StackParameters random(const StackConfig& config, std::uint64_t seed) {
    const StackConfig c = config.resolved();
    StackParameters p = unfilled(c);
    for (std::size_t i = 0; i < p.layers.size(); ++i) {
      p.layers[i] =
          Layer::Parameters::random(c.of_layer(i), part_seed(seed, layer_name(i).c_str()));
    }
    if (c.final_norm) p.norm = NormParameters::identity(c.layer.norm, c.layer.attention.d_model);
    return p;
  }

  // num_layers layers with empty matrices, to be filled by name.
  static StackParameters unfilled(const StackConfig& config) {
    const auto num_layers = static_cast<std::size_t>(config.resolved().num_layers);
    return {std::vector<typename Layer::Parameters>(num_layers), {}};
  }

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones:
  // "layers.0.attention.w_q" .. "norm.gamma" "norm.beta"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      Layer::Parameters::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    NormParameters::for_each(self.norm, under("norm", visit));
  }
};

template <class Layer>
struct StackTrace {
  Keep keep = Keep::kTrace;  // for every layer
  // If set, `keep` is for these layers only, and the others keep their attention weights.
  std::optional<std::vector<std::size_t>> kept_layers;
  std::vector<typename Layer::Trace> layers;
  Tensor output;  // [batch, query, d_model]

  // Creates empty traces for this number of layers.
  void begin(std::size_t num_layers) {
    layers = std::vector<typename Layer::Trace>(num_layers);
    for (typename Layer::Trace& layer : layers) layer.keep = kept_layers ? Keep::kWeights : keep;
    if (!kept_layers) return;
    for (const std::size_t i : *kept_layers) {
      if (i < num_layers) layers[i].keep = keep;
    }
  }

  // Calls visit(name, tensor): "layers.0.attention.q" .. "output".
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      Layer::Trace::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    visit("output", self.output);
  }
};

template <class Layer>
struct StackGradients {
  StackParameters<Layer> parameters;  // d_layers.0.attention.w_q ..
  Tensor d_x;
  Tensor d_score_bias;  // summed over the layers; empty when the mask has no score_bias
};

template <class Layer>
class Stack {
 public:
  using Parameters = StackParameters<Layer>;
  using Trace = StackTrace<Layer>;

  // Throws std::invalid_argument as StackConfig::resolved does, or if the number of layers or a
  // parameter's shape does not match the configuration (naming both).
  Stack(const StackConfig& config, Parameters p)
      : config_(config.resolved()), final_norm_(config_, std::move(p.norm)) {
    check_layer_count(config_, "layers", p.layers.size());
    for (std::size_t i = 0; i < p.layers.size(); ++i) {
      layers_.push_back(in_part(layer_name(i).c_str(), [&] {
        return Layer(config_.of_layer(i), std::move(p.layers[i]));
      }));
    }
  }

  // A stack of zeros for inference; see MultiHead. Norms are the identity.
  Stack(const StackConfig& config, ParameterForm form)
      : config_(config.resolved()),
        final_norm_(config_, config_.final_norm
                                 ? NormParameters::identity(config_.layer.norm,
                                                            config_.layer.attention.d_model)
                                 : NormParameters()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(config_.num_layers); ++i) {
      layers_.push_back(Layer(config_.of_layer(i), form));
    }
  }

  // Packs the matrices in this form and frees the float32 ones; see MultiHead.
  void pack_as(ParameterForm form) {
    for (Layer& layer : layers_) layer.pack_as(form);
  }
  std::size_t packed_bytes() const {
    std::size_t bytes = 0;
    for (const Layer& layer : layers_) bytes += layer.packed_bytes();
    return bytes;
  }

  const StackConfig& config() const { return config_; }  // resolved

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers_.size(); ++i) {
      Layer::for_each_parameter(self.layers_[i], under(layer_name(i).c_str(), visit));
    }
    FinalNorm::for_each_parameter(self.final_norm_, under("norm", visit));
  }

  // Calls visit(name, PackedParameter) for every packed matrix; see MultiHead.
  template <class Visit>
  static void for_each_packed(Stack& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers_.size(); ++i) {
      Layer::for_each_packed(self.layers_[i], under(layer_name(i).c_str(), visit));
    }
  }

 protected:
  //   x      [batch, query, d_model], or [query, d_model] unbatched
  //   hooks  at the stack's "output" and at its last norm
  //   apply  (i, x, trace of layer i or null) -> output of layer i
  //   returns output, shaped as x
  template <class Apply>
  Tensor apply_layers(const Tensor& x, const TraceHooks& hooks, Trace* trace,
                      const Apply& apply) const {
    check_sequence("x", x, config_.layer.attention.d_model);
    if (trace != nullptr) trace->begin(layers_.size());
    Tensor output;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      output = apply(i, i == 0 ? x : output, trace == nullptr ? nullptr : &trace->layers[i]);
    }
    output = final_norm_.forward(std::move(output), hooks);
    hooks.change("output", output);
    Tensor batched;
    if (keep_of(trace) != Keep::kOutputs) trace->output = with_batch(output, batched);
    return output;
  }

  //   backward  (i, x, trace of layer i, d_output) -> gradients of layer i
  // Fills parameters, d_x and d_score_bias.
  template <class Backward>
  void apply_layers_backward(const Tensor& x, const TraceHooks& hooks, const Trace& trace,
                             const Tensor& d_output, StackGradients<Layer>& gradients,
                             const Backward& backward) const {
    check_sequence("x", x, config_.layer.attention.d_model);
    check_same_shape("d_output", d_output, x);
    check_layer_count(config_, "layers' traces", trace.layers.size());
    Tensor batched_x, batched_d, changed;
    const Tensor& first = with_batch(x, batched_x);
    gradients.parameters = Parameters::unfilled(config_);
    Tensor d =
        final_norm_.backward(trace.layers.back().output,
                             hooks.backward("output", with_batch(d_output, batched_d), changed),
                             hooks, gradients.parameters.norm);
    for (std::size_t i = layers_.size(); i-- > 0;) {
      typename Layer::Gradients layer_gradients =
          backward(i, i == 0 ? first : trace.layers[i - 1].output, trace.layers[i], d);
      gradients.parameters.layers[i] = std::move(layer_gradients.parameters);
      gradients.d_score_bias = sum(std::move(gradients.d_score_bias), layer_gradients.d_score_bias);
      d = std::move(layer_gradients.d_x);
    }
    if (!d.empty()) gradients.d_x = shaped_as(x, std::move(d));
  }

  StackConfig config_;
  std::vector<Layer> layers_;
  FinalNorm final_norm_;
};

}  // namespace attn
