// Encoder and decoder over vectors, in the shape of torch.nn.Transformer (Vaswani et al. 2017, fig.
// 1 between the embeddings and the output head):
//
//   memory = encoder(source)
//   output = decoder(target, memory)
#pragma once

#include <cstdint>

#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"

namespace attn {

struct TransformerConfig {
  StackConfig encoder, decoder;  // of the same d_model

  // nn.Transformer's: the same layer in both, a final norm in both.
  static TransformerConfig of(const LayerConfig& layer, Index num_encoder_layers,
                              Index num_decoder_layers);

  // Throws std::invalid_argument as StackConfig::resolved does, and for two different d_model.
  TransformerConfig resolved() const;
};

struct TransformerParameters {
  EncoderStackParameters encoder;
  DecoderStackParameters decoder;

  static TransformerParameters random(const TransformerConfig& config, std::uint64_t seed);
  static TransformerParameters unfilled(const TransformerConfig& config);

  // visit(name, matrix or row vector): "encoder.layers.0.attention.w_q" .. "decoder.norm.beta"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    EncoderStackParameters::for_each(self.encoder, under("encoder", visit));
    DecoderStackParameters::for_each(self.decoder, under("decoder", visit));
  }
};

struct TransformerMasks {
  Mask source;  // of the encoder's self-attention
  Mask target;  // of the decoder's self-attention: causal, to predict what comes next
  Mask memory;  // of the cross-attention: the source's padding, usually
};

struct TransformerTrace {
  Keep keep = Keep::kTrace;
  EncoderStackTrace encoder;
  DecoderStackTrace decoder;

  // visit(name, tensor): "encoder.layers.0.attention.q" .. "decoder.output"
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    EncoderStackTrace::for_each(self.encoder, under("encoder", visit));
    DecoderStackTrace::for_each(self.decoder, under("decoder", visit));
  }
};

// Of each mask's score_bias; empty when it has none.
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
  //   dropout  on the weights of every attention, while training
  //   returns output, shaped as target
  Tensor forward(const Tensor& source, const Tensor& target, const TransformerMasks& masks,
                 const Dropout& dropout = {}, TransformerTrace* trace = nullptr) const;

  //   trace     forward's own for these very inputs
  //   d_output  shaped as target
  TransformerGradients backward(const Tensor& source, const Tensor& target,
                                const TransformerMasks& masks, const Dropout& dropout,
                                const TransformerTrace& trace, const Tensor& d_output) const;

  // visit(name, matrix or row vector) for every parameter, as its struct's for_each; see MultiHead.
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
