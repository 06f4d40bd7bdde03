// Decoder layers one after the other, all attending to the same memory, with one more norm at the
// end if asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layers/decoder_layer.h"
#include "layers/stack.h"

namespace attn {

struct DecoderStackParameters {
  std::vector<DecoderLayerParameters> layers;  // [num_layers]
  NormParameters norm;                         // empty without final_norm

  static DecoderStackParameters random(const StackConfig& config, std::uint64_t seed);

  // As many layers as the configuration says, every matrix still empty: to be filled by name.
  static DecoderStackParameters unfilled(const StackConfig& config);

  // visit(name, matrix or row vector) for every parameter, empty ones too:
  // "layers.0.self_attention.w_q" .. "norm.gamma" "norm.beta"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      DecoderLayerParameters::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    NormParameters::for_each(self.norm, under("norm", visit));
  }
};

struct DecoderStackTrace {
  Keep keep = Keep::kTrace;  // of every layer
  std::vector<DecoderLayerTrace> layers;
  Tensor output;  // [batch, query, d_model]

  // As many layers, empty.
  void begin(std::size_t num_layers);

  // visit(name, tensor): "layers.0.self_attention.q" .. "output"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers.size(); ++i) {
      DecoderLayerTrace::for_each(self.layers[i], under(layer_name(i).c_str(), visit));
    }
    visit("output", self.output);
  }
};

struct DecoderStackGradients {
  DecoderStackParameters parameters;  // d_layers.0.self_attention.w_q ..
  Tensor d_x, d_memory;
  Tensor d_score_bias, d_memory_score_bias;  // sums over the layers; empty when a mask has none
};

class DecoderStack {
 public:
  // Throws std::invalid_argument as EncoderStack does.
  DecoderStack(const StackConfig& config, DecoderStackParameters parameters);

  // The arguments are DecoderLayer's; every layer has the same masks, and dropout of its own.
  Tensor forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                 const Dropout& dropout = {}, DecoderStackTrace* trace = nullptr) const;
  DecoderStackGradients backward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                                 const Dropout& dropout, const DecoderStackTrace& trace,
                                 const Tensor& d_output) const;

  // As DecoderLayer's, with one cache a layer.
  std::vector<DecoderLayerCache> begin(const Tensor& memory) const;
  Tensor step(const Tensor& x, std::vector<DecoderLayerCache>& caches, const Mask& memory_mask,
              DecoderStackTrace* trace = nullptr) const;

  const StackConfig& config() const { return config_; }  // resolved

  // visit(name, matrix or row vector) for every parameter, as its struct's for_each; see MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    for (std::size_t i = 0; i < self.layers_.size(); ++i) {
      DecoderLayer::for_each_parameter(self.layers_[i], under(layer_name(i).c_str(), visit));
    }
    FinalNorm::for_each_parameter(self.final_norm_, under("norm", visit));
  }

 private:
  StackConfig config_;
  std::vector<DecoderLayer> layers_;
  FinalNorm final_norm_;
};

}  // namespace attn
