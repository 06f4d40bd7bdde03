// Encoder layers one after the other, with one more norm at the end if asked for. Under a causal
// mask it is a decoder-only model, which steps with a cache.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layers/encoder_layer.h"
#include "layers/stack.h"

namespace attn {

struct EncoderStackParameters {
  std::vector<EncoderLayerParameters> layers;  // [num_layers]
  NormParameters norm;                         // empty without final_norm

  static EncoderStackParameters random(const StackConfig& config, std::uint64_t seed);

  // As many layers as the configuration says, every matrix still empty: to be filled by name.
  static EncoderStackParameters unfilled(const StackConfig& config);

  // visit(name, matrix or row vector) for every parameter, empty ones too:
  // "layers.0.attention.w_q" .. "norm.gamma" "norm.beta"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      EncoderLayerParameters::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    NormParameters::for_each(self.norm, under("norm", visit));
  }
};

struct EncoderStackTrace {
  Keep keep = Keep::kTrace;  // of every layer
  std::vector<EncoderLayerTrace> layers;
  Tensor output;  // [batch, query, d_model]

  // As many layers, empty.
  void begin(std::size_t num_layers);

  // visit(name, tensor): "layers.0.attention.q" .. "output"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      EncoderLayerTrace::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    visit("output", self.output);
  }
};

struct EncoderStackGradients {
  EncoderStackParameters parameters;  // d_layers.0.attention.w_q ..
  Tensor d_x;
  Tensor d_score_bias;  // the sum over the layers; empty when the mask has none
};

class EncoderStack {
 public:
  // Throws std::invalid_argument as StackConfig::resolved does, for another number of layers than
  // the configuration says, or for a parameter of another shape (both named).
  EncoderStack(const StackConfig& config, EncoderStackParameters parameters);

  // The arguments are EncoderLayer's; every layer has the same mask, and dropout of its own.
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

  const StackConfig& config() const { return config_; }  // resolved

  // visit(name, matrix or row vector) for every parameter, as its struct's for_each; see MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers_.size(); ++i) {
      EncoderLayer::for_each_parameter(self.layers_[i], under(layer_name(i).c_str(), visit));
    }
    FinalNorm::for_each_parameter(self.final_norm_, under("norm", visit));
  }

 private:
  StackConfig config_;
  std::vector<EncoderLayer> layers_;
  FinalNorm final_norm_;
};

}  // namespace attn
