// The complete Transformer, from token ids to logits (Vaswani et al. 2017, fig. 1):
//
//   source_embedded = source_embedding[source_ids] √d_model + positions
//   target_embedded = target_embedding[target_ids] √d_model + positions
//   logits = decoder(target_embedded, encoder(source_embedded)) w_out + b_out
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "kernels/packed_matrix.h"
#include "models/transformer.h"

namespace attn {

enum class EmbeddingPositions { kSinusoidal, kLearned, kNone };

struct EncoderDecoderConfig {
  TransformerConfig transformer;
  Index vocab_size = 0;
  Index target_vocab_size = 0;  // 0 means vocab_size
  Index max_length = 0;         // of both sequences; needed for learned positions
  EmbeddingPositions positions = EmbeddingPositions::kSinusoidal;
  bool scale_embedding = true;  // multiply by √d_model (section 3.4)
  bool output_bias = true;      // whether there is a b_out

  // Returns a copy in which every 0 is replaced by its default. Throws std::invalid_argument as
  // TransformerConfig::resolved does, for vocab_size < 1, and for max_length < 1 with learned
  // positions.
  EncoderDecoderConfig resolved() const;
};

struct EncoderDecoderParameters {
  TransformerParameters transformer;
  Matrix source_embedding;  // [vocab_size, d_model]
  Matrix target_embedding;  // [target_vocab_size, d_model]
  Matrix source_positions;  // [max_length, d_model] when learned, else empty
  Matrix target_positions;  // likewise
  Matrix w_out;             // [d_model, target_vocab_size]
  RowVector b_out;          // [target_vocab_size], or empty without output_bias

  // Initial values before training. Embeddings and positions both contribute with variance 1:
  // tables have variance 1, or 1 / d_model if the configuration scales embeddings by √d_model.
  // w_out has variance 2 / (rows + columns); b_out is 0.
  static EncoderDecoderParameters random(const EncoderDecoderConfig& config, std::uint64_t seed);
  static EncoderDecoderParameters unfilled(const EncoderDecoderConfig& config);

  // Calls visit(name, matrix or row vector): "encoder.layers.0.attention.w_q" ..
  // "source_embedding" ..
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    TransformerParameters::for_each(self.transformer, visit);
    visit("source_embedding", self.source_embedding);
    visit("target_embedding", self.target_embedding);
    visit("source_positions", self.source_positions);
    visit("target_positions", self.target_positions);
    visit("w_out", self.w_out);
    visit("b_out", self.b_out);
  }
};

// A batch of sequences of equal length. Pad shorter sequences with any id of the vocabulary, and
// mask the padding.
struct TokenIds {
  Index batch = 0, n = 0;
  std::vector<Index> ids;  // [batch, n], row-major
};

// Throws std::invalid_argument unless there are batch * n ids and at least one batch item.
void check_ids(const char* name, const TokenIds& ids);

struct EncoderDecoderTrace {
  Keep keep = Keep::kTrace;
  Tensor source_embedded;  // [batch, key, d_model]
  TransformerTrace transformer;
  Tensor target_embedded;  // [batch, query, d_model]
  Tensor logits;           // [batch, query, target_vocab_size]

  // Calls visit(name, tensor) for every field, in the order of computation.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("source_embedded", self.source_embedded);
    EncoderStackTrace::for_each(self.transformer.encoder, under("encoder", visit));
    visit("target_embedded", self.target_embedded);
    DecoderStackTrace::for_each(self.transformer.decoder, under("decoder", visit));
    visit("logits", self.logits);
  }
};

struct EncoderDecoderGradients {
  EncoderDecoderParameters parameters;  // d_encoder.layers.0.attention.w_q ..
  TransformerMaskGradients d_masks;
};

// The state of a target that is generated step by step.
struct Decoding {
  std::vector<DecoderLayerCache> layers;
  std::vector<std::uint8_t> source_keep;  // [batch, key], or empty
  Index max_tokens = 0;
  Matrix positions;  // [max_tokens, d_model], or empty for none
  Index length = 0;  // number of target tokens so far
};

class EncoderDecoder {
 public:
  // Throws std::invalid_argument as EncoderDecoderConfig::resolved does, or if a parameter's shape
  // does not match the configuration (naming both).
  EncoderDecoder(const EncoderDecoderConfig& config, EncoderDecoderParameters parameters);

  //   source_ids  [batch, key]
  //   target_ids  [batch, query]
  //   dropout     applied to the weights of every attention in training
  //   returns logits [batch, query, target_vocab_size]
  // Throws std::invalid_argument for an id outside its vocabulary, for more tokens than learned
  // positions, and if the batch sizes differ.
  Tensor forward(const TokenIds& source_ids, const TokenIds& target_ids,
                 const TransformerMasks& masks, const Dropout& dropout = {},
                 EncoderDecoderTrace* trace = nullptr) const;

  //   trace     from forward with the same inputs
  //   d_logits  shaped as logits
  EncoderDecoderGradients backward(const TokenIds& source_ids, const TokenIds& target_ids,
                                   const TransformerMasks& masks, const Dropout& dropout,
                                   const EncoderDecoderTrace& trace, const Tensor& d_logits) const;

  // Encodes the source and starts an empty target of at most max_tokens tokens.
  //   source_ids   [batch, key]
  //   source_keep  [batch, key]: 1 for a real token, 0 for padding; empty when all are real
  Decoding begin(const TokenIds& source_ids, Index max_tokens,
                 const std::vector<std::uint8_t>& source_keep = {}) const;

  // Processes the next target tokens. The logits equal those of one causal pass over all tokens.
  //   target_ids  [batch, query]
  //   returns logits [batch, query, target_vocab_size]
  Tensor step(const TokenIds& target_ids, Decoding& decoding) const;

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    Transformer::for_each_parameter(self.transformer_, visit);
    visit("source_embedding", self.source_embedding_);
    visit("target_embedding", self.target_embedding_);
    visit("source_positions", self.source_positions_);
    visit("target_positions", self.target_positions_);
    visit("w_out", self.w_out_);
    visit("b_out", self.b_out_);
    if constexpr (!std::is_const_v<Self>) self.packed_w_out_.assign(self.w_out_);
  }

  const EncoderDecoderConfig& config() const { return config_; }  // resolved
  const Transformer& transformer() const { return transformer_; }

 private:
  Tensor logits_of(const Tensor& output) const;

  EncoderDecoderConfig config_;
  Transformer transformer_;
  Matrix source_embedding_, target_embedding_, source_positions_, target_positions_, w_out_;
  PackedMatrix packed_w_out_;  // packed for forward; backward reads w_out_
  RowVector b_out_;
};

}  // namespace attn
