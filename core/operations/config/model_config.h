// A whole model as a flat configuration, and back:
//
//   Config{{"architecture", "encoder_only"}, {"d_model", 32}, {"layers", 2}, {"heads", {4, 1}},
//          {"rotary", 1}, {"positions", "none"}, {"vocab_size", 90}}
//
// Keys that recipes share:
//   architecture d_model layers heads d_head d_v d_ff rotary rotary_base positions embedding_std
//   scale_embedding activation norm norm_first final_norm bias tied_head output_bias
//   decoder_layers decoder_heads decoder_d_head decoder_d_v decoder_d_ff decoder_rotary
// Keys for what a recipe leaves to its task:
//   vocab_size max_length num_labels answers_per_place
//   target_vocab_size target_max_length   encoder-decoders only
//   class_token readout                   encoders only: false and "every_place" for decoder_only
//   head                                  whether there are logits; encoders with a readout only
//   num_types                             the types of the (source) tokens; 0 for none
//   embedding_norm                        whether the sum of the embeddings is normalized
//   epsilon                               added to the variance in every norm
//   d_patch                               vision models only, instead of vocab_size and num_types
//
// heads, d_head, d_v, d_ff and rotary have one number for each layer, or one for all; d_ff 0 is a
// layer without feed-forward, rotary 1 a layer with rotary positions. max_length is the number of
// learned positions, that of the class token included.
#pragma once

#include <vector>

#include "models/token_model_config.h"
#include "operations/config/config.h"
#include "operations/config/config_keys.h"

namespace attn {

// Visits the keys that models and recipes share. All layers of a model without a list of layers
// become a list.
void visit_model(TokenModelConfig& model, ConfigKeys& keys);

// "architecture" is required. By default a model has one layer with one head and no feed-forward;
// the other defaults are those of the structs, which are the original Transformer's.
// Returns a resolved configuration. Throws std::invalid_argument for an unknown key, naming it, for
// a value that the key does not take, and as TokenModelConfig::resolved does.
TokenModelConfig read_model_config(const Config& config);

// The encoder-decoder of the operations encoder_decoder and greedy_decode, whose keys are those of
// read_transformer, of the embeddings and output_bias. All layers are equal, so that no key is a
// list. Returns a configuration that is not resolved.
TokenModelConfig read_encoder_decoder(const Config& config);

// Every key of the resolved configuration. read_model_config of the entries gives the same model,
// if it is one that read_model_config or read_recipe can make: other settings have no key.
std::vector<Config::Entry> model_entries(const TokenModelConfig& model);

}  // namespace attn
