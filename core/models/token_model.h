// A whole model from one configuration, from ids or patches to logits:
//
//   encoder_only     logits = head(layers(embed(ids)))               bidirectional attention
//   decoder_only     logits = head(layers(embed(ids)))               with a causal mask
//   encoder_decoder  logits = head(decoder(embed(target_ids), encoder(embed(ids))))
//                                                        (Vaswani et al. 2017, fig. 1)
//   vision           logits = head(layers(embed(patches)))           (Dosovitskiy et al. 2021)
//
// where head(x) = readout(x) w_out + b_out. A tied head has w_out = embeddingᵀ.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/packed_matrix.h"
#include "layers/decoder_stack.h"
#include "models/input_embedding.h"
#include "models/readout.h"
#include "models/token_model_config.h"
#include "models/transformer.h"

namespace attn {

class EncoderHeads;

// The inputs of one pass. Shorter sequences are padded with any id of the vocabulary.
struct ModelInputs {
  TokenIds ids = {};         // the source of an encoder-decoder
  TokenIds target_ids = {};  // encoder-decoder only: the decoder's input
  TokenIds type_ids = {};    // shaped as ids; empty: all of type 0
  Tensor patches = {};       // [batch, patch, d_patch]  vision only

  // 1 for a real token, 0 for padding; empty when all are real. Padding is hidden as a key.
  std::vector<std::uint8_t> key_padding = {};         // [batch, n], without the class token
  std::vector<std::uint8_t> target_key_padding = {};  // [batch, n_target]

  // Replaces the masks that follow from the architecture, key_padding and target_key_padding. The
  // mean of a readout is still over the positions that key_padding calls real. A model without a
  // decoder uses `source` only.
  std::optional<TransformerMasks> masks = {};
};

struct TokenModelTrace {
  Keep keep = Keep::kTrace;
  bool has_decoder = false;
  InputEmbeddingTrace embedding, target;
  EncoderStackTrace layers;
  DecoderStackTrace decoder;
  Tensor pooled;  // [batch, 1, d_model]  what the head reads; empty when it reads every position
  Tensor logits;  // [batch, n or 1, num_labels]; empty without a head

  // Calls visit(name, tensor) for every field, in the order of computation: "embedded"
  // "layers.0.attention.q" .. "output" "logits". Those of an encoder-decoder are "source_embedded"
  // "encoder.layers.0.attention.q" .. "target_embedded" "decoder.layers.0.self_attention.q" ..
  // "decoder.output" "logits".
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    if (self.has_decoder) {
      InputEmbeddingTrace::for_each(self.embedding, "source_embedding_sum", "source_embedded",
                                    visit);
      EncoderStackTrace::for_each(self.layers, under("encoder", visit));
      InputEmbeddingTrace::for_each(self.target, "target_embedding_sum", "target_embedded", visit);
      DecoderStackTrace::for_each(self.decoder, under("decoder", visit));
    } else {
      InputEmbeddingTrace::for_each(self.embedding, "embedding_sum", "embedded", visit);
      EncoderStackTrace::for_each(self.layers, visit);
    }
    visit("pooled", self.pooled);
    visit("logits", self.logits);
  }
};

struct TokenModelGradients {
  TokenModelParameters parameters;       // d_embedding ..
  Tensor d_embedded, d_target_embedded;  // from the layers, before the hooks at these fields
  TransformerMaskGradients d_masks;
};

// The state of a sequence that is generated step by step.
struct Decoding {
  std::vector<KeyValueCache> keys;               // decoder-only: one per layer
  std::vector<DecoderLayerCache> layers;         // encoder-decoder: one per layer
  std::vector<std::uint8_t> source_key_padding;  // [batch, key], or empty
  Index max_tokens = 0;
  Matrix positions;  // [max_tokens, d_model], or empty for none
  Index length = 0;  // number of tokens so far, of the target if there is one
};

class TokenModel {
 public:
  // Throws std::invalid_argument as TokenModelConfig::resolved does, or if a parameter's shape does
  // not match the configuration (naming both).
  TokenModel(const TokenModelConfig& config, TokenModelParameters parameters);

  // A model of zeros for inference, as after pack_as. for_each_packed and for_each_parameter set
  // its parameters. Throws std::invalid_argument as the other constructor, and for a model with an
  // encoder and a decoder.
  TokenModel(const TokenModelConfig& config, ParameterForm form);

  // Packs the large matrices in this form and frees the float32 ones, for inference: those of the
  // layers' projections and feed-forwards, the table of tokens, and w_out. They are rounded to it.
  // Afterwards they are empty to for_each_parameter, and backward computes the gradients of fields
  // only. Throws std::invalid_argument for a number that the form cannot represent; the model is
  // then unusable.
  void pack_as(ParameterForm form);
  // Empty unless the model is for inference only.
  std::optional<ParameterForm> form() const { return form_; }
  // The bytes of these matrices, and of the parameters that stay in float32.
  std::size_t parameter_bytes() const;

  //   options  dropout in training, and hooks: interventions at any field of the trace, and at
  //            parameters (attention/trace_hooks.h)
  //   trace    if not null, receives the intermediates that trace->keep selects
  //   returns logits [batch, n or 1, num_labels]; n is that of the target if there is one. Empty
  //            without a head
  // Throws std::invalid_argument for an id outside its vocabulary, for more tokens than learned
  // positions, for inputs of the wrong shape, and for an intervention at a field that the pass does
  // not compute or at a parameter that it does not read.
  Tensor forward(const ModelInputs& inputs, const PassOptions& options = {},
                 TokenModelTrace* trace = nullptr) const;

  //   options   as in forward; the gradients in its hooks are added to those of the fields they
  //             name, such as "layers.1.attention.weights" [batch, head, query, key]
  //   trace     from forward with the same inputs
  //   d_logits  shaped as logits
  TokenModelGradients backward(const ModelInputs& inputs, const PassOptions& options,
                               const TokenModelTrace& trace, const Tensor& d_logits) const;

  // Starts an empty sequence of at most max_tokens tokens. An encoder-decoder encodes the source:
  // inputs.ids, type_ids and key_padding. It reads no other input, a decoder-only model reads none.
  // Throws std::invalid_argument for a model of another architecture, for more tokens than learned
  // positions, and for a source for which forward throws.
  Decoding begin(const ModelInputs& inputs, Index max_tokens) const;

  // Processes the next tokens. The logits equal those of one causal pass over all tokens.
  //   ids  [batch, query]
  //   returns logits [batch, query, num_labels]
  // Throws std::invalid_argument for an id outside the vocabulary, and for more than max_tokens
  // tokens in total. If it throws, `decoding` is unchanged.
  Tensor step(const TokenIds& ids, Decoding& decoding) const;

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    if (self.decoder_) {
      EncoderStack::for_each_parameter(self.layers_, under("encoder", visit));
      DecoderStack::for_each_parameter(*self.decoder_, under("decoder", visit));
      InputEmbeddingParameters::for_each_of_two(self.embedding_.parameters(),
                                                self.target_->parameters(), visit);
    } else {
      EncoderStack::for_each_parameter(self.layers_, visit);
      InputEmbeddingParameters::for_each(self.embedding_.parameters(), visit);
    }
    visit("w_out", self.w_out_);
    visit("b_out", self.b_out_);
    if constexpr (!std::is_const_v<Self>) self.pack();
  }

  // Calls visit(name, PackedParameter) for every packed matrix of a model for inference without a
  // decoder. The table of tokens, "embedding", is transposed.
  template <class Visit>
  static void for_each_packed(TokenModel& self, Visit&& visit) {
    EncoderStack::for_each_packed(self.layers_, visit);
    PackedParameter table{&self.embedding_.packed_table(), 0}, w_out{&self.packed_w_out_, 0};
    if (!table.packed->empty()) visit("embedding", table);
    if (!w_out.packed->empty()) visit("w_out", w_out);
  }

  const TokenModelConfig& config() const { return config_; }      // resolved
  const InputEmbedding& embedding() const { return embedding_; }  // of the source, if there are two

  // The heads of a language encoder (models/encoder_heads.h), or null. forward does not compute
  // them.
  const EncoderHeads* heads() const { return heads_.get(); }
  void set_heads(std::shared_ptr<const EncoderHeads> heads) { heads_ = std::move(heads); }

 private:
  void check_head();
  void pack_head_as(ParameterForm form);
  void pack();
  // w_out as it is multiplied: [d_model, num_labels].
  const PackedMatrix& head() const;
  // The embedding of the tokens that the logits are for, whose table a tied head shares.
  const InputEmbedding& output_embedding() const { return target_ ? *target_ : embedding_; }
  EmbeddingInputs source_of(const ModelInputs& inputs) const;
  // Throws std::invalid_argument unless these are valid ids of output_embedding().
  void check_output_ids(const TokenIds& ids) const;
  TransformerMasks masks_of(const ModelInputs& inputs) const;
  // 1 for each real position of the embedded sequence, the class token included; empty if all are.
  std::vector<std::uint8_t> real_positions(const ModelInputs& inputs) const;
  PassOptions encoder_options(const PassOptions& options) const;
  Tensor logits_of(const Tensor& output, const TraceHooks& hooks) const;
  // Returns d_output, and adds the gradients of the head's parameters to `d`.
  //   d_tied  out: the transposed gradient of a tied head's table
  Tensor logits_backward(const Tensor& output, const Tensor& d_logits, const TraceHooks& hooks,
                         TokenModelParameters& d, Matrix& d_tied) const;

  TokenModelConfig config_;
  InputEmbedding embedding_;
  EncoderStack layers_;
  std::optional<InputEmbedding> target_;
  std::optional<DecoderStack> decoder_;
  Matrix w_out_;
  RowVector b_out_;
  std::optional<ParameterForm> form_;
  PackedMatrix packed_w_out_;  // packed for forward; backward reads w_out_ or the table
  std::shared_ptr<const EncoderHeads> heads_;
};

}  // namespace attn
