// The configuration of a whole model, and its parameters by name.
#pragma once

#include <cstdint>

#include "base/enum_words.h"
#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"
#include "models/input_embedding.h"
#include "models/readout.h"

namespace attn {

enum class Architecture { kEncoderOnly, kDecoderOnly, kEncoderDecoder, kVision };
inline constexpr EnumWords kArchitectureWords = {"encoder_only", "decoder_only", "encoder_decoder",
                                                 "vision"};

struct TokenModelConfig {
  Architecture architecture = Architecture::kDecoderOnly;
  StackConfig layers;                // the encoder of an encoder-decoder
  StackConfig decoder = {};          // encoder-decoder only
  InputEmbeddingConfig embedding;    // d_model 0: that of the layers
  InputEmbeddingConfig target = {};  // encoder-decoder only, no types; vocab_size 0: as `embedding`
  Readout readout = Readout::kEveryPosition;
  bool head = true;      // false: no logits, the model ends with the readout
  Index num_labels = 0;  // width of the logits; 0: vocab_size of the (target) tokens
  // The logits of a position are this many rows of answers; it must divide num_labels.
  Index answers_per_place = 1;
  bool tied_head = false;   // w_out is the transposed table of the (target) tokens
  bool output_bias = true;  // whether there is a b_out

  // Returns a copy in which every 0 is replaced by its default. Throws std::invalid_argument as
  // StackConfig::resolved and InputEmbeddingConfig::check do, if widths differ, if a tied head has
  // num_labels other than vocab_size, if answers_per_place does not divide num_labels, if a
  // vision model has no patches or another model has them, if a model with a decoder or a
  // decoder-only model has a class token or a readout, and for a model without a head unless it
  // reads one position or the mean of an encoder.
  TokenModelConfig resolved() const;
};

struct TokenModelParameters {
  bool has_decoder = false;  // encoder-decoder
  EncoderStackParameters layers;
  DecoderStackParameters decoder;
  InputEmbeddingParameters embedding, target;
  Matrix w_out;     // [d_model, num_labels]; empty when tied
  RowVector b_out;  // [num_labels], or empty without output_bias

  // Initial values before training: those of the parts. w_out has variance 2 / (rows + columns),
  // b_out is 0.
  static TokenModelParameters random(const TokenModelConfig& config, std::uint64_t seed);
  // The right number of layers with empty matrices, to be filled by name.
  static TokenModelParameters unfilled(const TokenModelConfig& config);

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones:
  // "layers.0.attention.w_q" .. "norm.gamma" .. "embedding" "positions" .. "w_out" "b_out", or
  // "encoder.layers.0. .." "decoder.layers.0. .." "source_embedding" "target_embedding" ..
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    if (self.has_decoder) {
      EncoderStackParameters::for_each(self.layers, under("encoder", visit));
      DecoderStackParameters::for_each(self.decoder, under("decoder", visit));
      InputEmbeddingParameters::for_each_of_two(self.embedding, self.target, visit);
    } else {
      EncoderStackParameters::for_each(self.layers, visit);
      InputEmbeddingParameters::for_each(self.embedding, visit);
    }
    visit("w_out", self.w_out);
    visit("b_out", self.b_out);
  }
};

}  // namespace attn
