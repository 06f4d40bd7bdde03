// Readers for settings and inputs that many operations share. The comment of each reader lists its
// keys.
#pragma once

#include <optional>
#include <vector>

#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/named_tensors.h"
#include "models/encoder_decoder.h"
#include "models/greedy_decode.h"
#include "operations/config.h"
#include "ops/dropout.h"
#include "ops/mask.h"
#include "training/adam.h"

namespace attn {

// Limits of a configuration: the maximum width or length, and the maximum number of layers.
constexpr Index kMaxExtent = 1 << 20;
constexpr Index kMaxLayers = 256;

// A width or a length, at least 1. If the key is absent: default_value, or an error without one.
Index read_extent(const Config& config, const char* key, std::optional<Index> default_value = {});
std::uint64_t read_seed(const Config& config, const char* key = "seed");

// dropout, dropout_seed
Dropout read_dropout(const Config& config);

// scale
std::optional<float> read_scale(const Config& config);

// scale, temperature, dropout, dropout_seed
AttentionOptions read_attention_options(const Config& config);

// epsilon
float read_epsilon(const Config& config);

// relu, gelu, gelu_tanh or silu at this key
Activation read_activation(const Config& config, const char* key);

// rotary_base, rotary_interleaved
RotaryConfig read_rotary(const Config& config);

// num_buckets, max_distance, bidirectional
RelativeBuckets read_relative_buckets(const Config& config);

// d_model, num_heads, num_kv_heads, d_head, d_v, d_key, d_value, bias, scale, temperature,
// attention_positions, and the keys of the two readers above
MultiHeadConfig read_multi_head(const Config& config);

// d_model, d_ff, activation, gated, bias
FeedForwardConfig read_feed_forward(const Config& config);

// the keys of read_multi_head and read_feed_forward, norm, norm_first, epsilon
LayerConfig read_layer(const Config& config);

// the keys of read_layer, num_layers, final_norm
StackConfig read_stack(const Config& config);

// the keys of read_layer, num_encoder_layers, num_decoder_layers
TransformerConfig read_transformer(const Config& config);

// the keys of read_transformer, vocab_size, target_vocab_size, max_length, positions,
// scale_embedding, output_bias
EncoderDecoderConfig read_encoder_decoder(const Config& config);

// learning_rate, beta_1, beta_2, epsilon
AdamConfig read_adam(const Config& config);

// start_id, end_id, max_new
GreedyOptions read_greedy(const Config& config);

// The part of a mask that the configuration sets; the rest of the mask comes from the inputs.
struct MaskSettings {
  std::optional<CausalAlignment> causal;
  std::optional<Index> window, prefix, block;
};

// causal, window, prefix, and block unless has_block is false
MaskSettings read_mask_settings(const Config& config, bool has_block = true);

// The complete mask: the settings combined with the inputs' attend, score_bias and padding.
//   inputs  `part` + "attend" and "score_bias" [batch or 1, head or 1, query, key] or [query, key];
//           `keep`, or `part` + "key_padding", [batch or 1, key] or [key]; each may be absent
// Throws std::invalid_argument for any other shape, and for values of attend or key_padding other
// than 0 and 1.
Mask read_mask(const MaskSettings& settings, const NamedTensors& inputs, const ScoresShape& shape,
               const std::string& part = "", const char* keep = nullptr);

// Throws std::invalid_argument unless `keep` is [batch or 1, key] or [key]; returns its batch, at
// least 1.
Index expect_key_padding(const std::string& name, const Tensor& keep, const ScoresShape& shape);

// Reads flags. Throws std::invalid_argument for values other than 0 and 1.
std::vector<std::uint8_t> read_flags(std::string_view name, const Tensor& tensor);

// Reads integer ids [batch, n], or [n] for one sequence.
TokenIds read_ids(std::string_view name, const Tensor& tensor);

}  // namespace attn
