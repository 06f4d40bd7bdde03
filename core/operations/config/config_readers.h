// Readers for configurations and inputs that several operations share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/named_tensors.h"
#include "models/answers/greedy_decode.h"
#include "models/transformer.h"
#include "operations/config/config.h"
#include "ops/dropout.h"
#include "ops/mask.h"
#include "training/adam.h"

namespace attn {

// Each reader, in config_readers.cpp, lists the keys of its configuration and their limits. The
// struct that it returns has the defaults.
Dropout read_dropout(const Config& config);
AttentionOptions read_attention_options(const Config& config);
Activation read_activation(const Config& config, const char* key);
RotaryConfig read_rotary(const Config& config);
RelativeBuckets read_relative_buckets(const Config& config);
MultiHeadConfig read_multi_head(const Config& config);
FeedForwardConfig read_feed_forward(const Config& config);
LayerConfig read_layer(const Config& config);
StackConfig read_stack(const Config& config);
TransformerConfig read_transformer(const Config& config);
AdamConfig read_adam(const Config& config);
GreedyOptions read_greedy(const Config& config);

// The part of a mask that the configuration sets; the rest of the mask comes from the inputs.
struct MaskSettings {
  std::optional<CausalAlignment> causal;  // a prefix without it implies kEnd
  std::optional<Index> window, prefix, block;
};

// `has_block`: whether "block" is a key of the mask
MaskSettings read_mask_settings(const Config& config, bool has_block = true);

// The complete mask: the settings combined with the inputs' attend, score_bias and padding.
//   inputs  `part` + "attend" and "score_bias" [batch or 1, head or 1, query, key] or [query, key];
//           `padding_name`, or `part` + "key_padding", [batch or 1, key] or [key]; each may be
//           absent
// Throws std::invalid_argument for any other shape, and for values of attend or key_padding other
// than 0 and 1.
Mask read_mask(const MaskSettings& settings, const NamedTensors& inputs, const ScoresShape& shape,
               const std::string& part = "", const char* padding_name = nullptr);

// The input `name`, [batch or 1, key] or [key]; a single row is repeated for every batch item.
// Throws std::invalid_argument for any other shape, and for values other than 0 and 1.
//   returns  [batch, key]; empty if there is no such input
std::vector<std::uint8_t> read_key_padding(const char* name, const NamedTensors& inputs,
                                           const ScoresShape& shape);

// Reads flags. Throws std::invalid_argument for values other than 0 and 1.
std::vector<std::uint8_t> read_flags(std::string_view name, const Tensor& tensor);

// Reads ids [batch, n], or [n] for one sequence. Throws std::invalid_argument for another number of
// axes, and for numbers that are not integers or beyond 2^24. Ids may still be negative.
TokenIds read_ids(std::string_view name, const Tensor& tensor);

}  // namespace attn
