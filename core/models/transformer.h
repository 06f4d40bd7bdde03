// Encoder and decoder over vectors, structured like torch.nn.Transformer: fig. 1 of Vaswani et al.
// 2017 without the embeddings and the output head.
//
//   memory = encoder(source)
//   output = decoder(target, memory)
#pragma once

#include <cstdint>
#include <vector>

#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"

namespace attn {

struct TransformerConfig {
  StackConfig encoder, decoder;  // both with the same d_model

  // As in nn.Transformer: the same layer configuration and a final norm in both stacks.
  static TransformerConfig of(const LayerConfig& layer, Index num_encoder_layers,
                              Index num_decoder_layers);

  // Throws std::invalid_argument as StackConfig::resolved does, and if the two d_model differ.
  TransformerConfig resolved() const;
};

struct TransformerParameters {
  EncoderStackParameters encoder;
  DecoderStackParameters decoder;

  static TransformerParameters random(const TransformerConfig& config, std::uint64_t seed);
  static TransformerParameters unfilled(const TransformerConfig& config);

  // Calls visit(name, matrix or row vector): "encoder.layers.0.attention.w_q" ..
  // "decoder.norm.beta".
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    EncoderStackParameters::for_each(self.encoder, under("encoder", visit));
    DecoderStackParameters::for_each(self.decoder, under("decoder", visit));
  }
};

struct TransformerMasks {
  Mask source;  // encoder self-attention
  Mask target;  // decoder self-attention; causal for next-token prediction
  Mask memory;  // cross-attention; usually hides the source's padding
};

struct TransformerTrace {
  Keep keep = Keep::kTrace;
  EncoderStackTrace encoder;
  DecoderStackTrace decoder;

  // Calls visit(name, tensor): "encoder.layers.0.attention.q" .. "decoder.output".
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    EncoderStackTrace::for_each(self.encoder, under("encoder", visit));
    DecoderStackTrace::for_each(self.decoder, under("decoder", visit));
  }
};

// The gradient of each mask's score_bias; empty when the mask has none.
struct TransformerMaskGradients {
  Tensor source, target, memory;
};

struct TransformerGradients {
  TransformerParameters parameters;  // d_encoder.layers.0.attention.w_q ..
  Tensor d_source, d_target;
  TransformerMaskGradients d_masks;
};

class Transformer {
 public:
  // Throws std::invalid_argument as TransformerConfig::resolved and the stacks do.
  Transformer(const TransformerConfig& config, TransformerParameters parameters);

  //   source   [batch, key, d_model]     or [key, d_model] unbatched
  //   target   [batch, query, d_model]   or [query, d_model] unbatched, like source
  //   options  dropout in training, and hooks
  //   returns output, shaped as target
  Tensor forward(const Tensor& source, const Tensor& target, const TransformerMasks& masks,
                 const PassOptions& options = {}, TransformerTrace* trace = nullptr) const;

  //   trace     from forward with the same inputs
  //   d_output  shaped as target
  TransformerGradients backward(const Tensor& source, const Tensor& target,
                                const TransformerMasks& masks, const PassOptions& options,
                                const TransformerTrace& trace, const Tensor& d_output) const;

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    EncoderStack::for_each_parameter(self.encoder_, under("encoder", visit));
    DecoderStack::for_each_parameter(self.decoder_, under("decoder", visit));
  }

  const EncoderStack& encoder() const { return encoder_; }
  const DecoderStack& decoder() const { return decoder_; }

 private:
  Transformer(TransformerParameters parameters, const TransformerConfig& resolved);

  EncoderStack encoder_;
  DecoderStack decoder_;
};

}  // namespace attn
