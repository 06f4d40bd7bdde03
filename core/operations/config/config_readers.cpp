#include "operations/config/config_readers.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "models/answers/decode.h"
#include "ops/mask_patterns.h"

namespace attn {

Dropout read_dropout(const Config& config) {
  Dropout dropout;
  config.read("dropout", dropout.probability);
  config.read("dropout_seed", dropout.seed);
  return dropout;
}

AttentionOptions read_attention_options(const Config& config) {
  AttentionOptions options;
  config.read("scale", options.scale);
  config.read("temperature", options.temperature);
  options.dropout = read_dropout(config);
  return options;
}

Activation read_activation(const Config& config, const char* key) {
  return static_cast<Activation>(config.word(key, kActivationWords));
}

RotaryConfig read_rotary(const Config& config) {
  RotaryConfig rotary;
  config.read("rotary_base", rotary.base);
  config.read("rotary_interleaved", rotary.interleaved);
  return rotary;
}

RelativeBuckets read_relative_buckets(const Config& config) {
  RelativeBuckets buckets;
  config.read("num_buckets", buckets.num_buckets);
  config.read("max_distance", buckets.max_distance);
  config.read("bidirectional", buckets.bidirectional);
  return buckets;
}

MultiHeadConfig read_multi_head(const Config& config) {
  MultiHeadConfig c;
  c.d_model = config.require("d_model");
  c.num_heads = config.require("num_heads");
  config.read("num_kv_heads", c.num_kv_heads);
  config.read("d_head", c.d_head);
  config.read("d_v", c.d_v);
  config.read("d_key", c.d_key);
  config.read("d_value", c.d_value);
  config.read("bias", c.bias);
  config.read("scale", c.scale);
  config.read("temperature", c.temperature);
  config.read("attention_positions", c.positions, {"none", "rotary", "alibi", "relative_buckets"});
  c.rotary = read_rotary(config);
  c.relative_buckets = read_relative_buckets(config);
  return c;
}

FeedForwardConfig read_feed_forward(const Config& config) {
  FeedForwardConfig c;
  c.d_model = config.require("d_model");
  c.d_ff = config.require("d_ff");
  c.activation = read_activation(config, "activation");
  config.read("gated", c.gated);
  config.read("bias", c.bias);
  return c;
}

LayerConfig read_layer(const Config& config) {
  LayerConfig layer;
  layer.attention = read_multi_head(config);
  layer.feed_forward = read_feed_forward(config);
  config.read("norm", layer.norm, kNormWords);
  config.read("norm_first", layer.norm_first);
  config.read("epsilon", layer.epsilon);
  return layer;
}

StackConfig read_stack(const Config& config) {
  StackConfig stack;
  stack.layer = read_layer(config);
  stack.num_layers = config.require("num_layers", 1, kMaxLayers);
  config.read("final_norm", stack.final_norm);
  return stack;
}

TransformerConfig read_transformer(const Config& config) {
  const Index num_encoder_layers = config.require("num_encoder_layers", 1, kMaxLayers);
  const Index num_decoder_layers = config.require("num_decoder_layers", 1, kMaxLayers);
  return TransformerConfig::of(read_layer(config), num_encoder_layers, num_decoder_layers);
}

AdamConfig read_adam(const Config& config) {
  AdamConfig adam;
  AdamConfig::for_each(adam, [&](const char* key, float& number) { config.read(key, number); });
  return adam;
}

GreedyOptions read_greedy(const Config& config) {
  return {config.require("start_id", 0), config.require("end_id", 0),
          config.require("max_new", 0, kMaxNewTokens)};
}

MaskSettings read_mask_settings(const Config& config, bool has_block) {
  MaskSettings settings;
  const int causal = config.word("causal", {"none", "end", "start"});
  if (causal != 0) settings.causal = causal == 1 ? CausalAlignment::kEnd : CausalAlignment::kStart;
  config.read("window", settings.window, 0);
  config.read("prefix", settings.prefix, 0);
  if (has_block) config.read("block", settings.block);
  return settings;
}

namespace {

// [query, key] -> [1, 1, query, key]
std::vector<Index> four_axes(std::string_view name, const Tensor& tensor) {
  if (tensor.rank() == 4) return tensor.shape;
  if (tensor.rank() == 2) return {1, 1, tensor.shape[0], tensor.shape[1]};
  refuse("expected {} of shape [batch, head, query, key] or [query, key], got {}",
         {name, tensor.shape});
}

// Throws unless `padding` is [batch or 1, key] or [key]; returns its batch, at least 1.
Index batch_of_key_padding(const std::string& name, const Tensor& padding,
                           const ScoresShape& shape) {
  const Index batch = padding.rank() == 2 ? padding.shape[0] : 1;
  const bool is_of_all = padding.rank() == 1 || (padding.rank() == 2 && batch == 1);
  const bool is_of_each = padding.rank() == 2 && batch == shape.batch && batch > 0;
  if ((!is_of_all && !is_of_each) || padding.shape.back() != shape.n_key) {
    refuse("expected {} of shape {} or {}, got {}",
           {name, std::vector<Index>{shape.batch, shape.n_key}, std::vector<Index>{shape.n_key},
            padding.shape});
  }
  return batch;
}

}  // namespace

Mask read_mask(const MaskSettings& settings, const NamedTensors& inputs, const ScoresShape& shape,
               const std::string& part, const char* padding_name) {
  Mask mask;
  mask.causal = settings.causal;
  if (settings.prefix) {
    mask.prefix = *settings.prefix;
    if (!mask.causal) mask.causal = CausalAlignment::kEnd;
  }
  const auto allow = [&](Attend attend) {
    mask.attend = mask.attend ? both(*mask.attend, attend) : std::move(attend);
  };
  const Index n_query = shape.n_query, n_key = shape.n_key;
  if (settings.window) mask.window = Window{*settings.window, *settings.window};
  if (settings.block) allow(block_attend(n_query, n_key, *settings.block));

  std::string name = part + "attend";
  if (const Tensor* attend = inputs.find(name)) {
    allow({four_axes(name, *attend), read_flags(name, *attend)});
  }
  name = padding_name != nullptr ? padding_name : part + "key_padding";
  if (const Tensor* padding = inputs.find(name)) {
    const Index batch = batch_of_key_padding(name, *padding, shape);
    allow(key_padding_attend(read_flags(name, *padding), batch, n_query, n_key));
  }
  name = part + "score_bias";
  if (const Tensor* bias = inputs.find(name)) {
    mask.score_bias = Tensor({"batch", "head", "query", "key"}, four_axes(name, *bias), bias->data);
  }
  return mask;
}

std::vector<std::uint8_t> read_key_padding(const char* name, const NamedTensors& inputs,
                                           const ScoresShape& shape) {
  std::vector<std::uint8_t> key_padding;
  const Tensor* padding = inputs.find(name);
  if (padding == nullptr) return key_padding;
  const Index times = shape.batch / batch_of_key_padding(name, *padding, shape);
  const std::vector<std::uint8_t> flags = read_flags(name, *padding);
  for (Index time = 0; time < times; ++time) {
    key_padding.insert(key_padding.end(), flags.begin(), flags.end());
  }
  return key_padding;
}

std::vector<std::uint8_t> read_flags(std::string_view name, const Tensor& tensor) {
  std::vector<std::uint8_t> flags;
  flags.reserve(tensor.data.size());
  for (const float x : tensor.data) {
    if (x != 0 && x != 1) {
      refuse("expected {} to hold only 0 and 1, got {}", {name, plain_text(double{x})});
    }
    flags.push_back(x == 1 ? 1 : 0);
  }
  return flags;
}

TokenIds read_ids(std::string_view name, const Tensor& tensor) {
  if (tensor.rank() != 1 && tensor.rank() != 2) {
    refuse("expected {} of shape [batch, n] or [n], got {}", {name, tensor.shape});
  }
  TokenIds ids;
  ids.batch = tensor.rank() == 2 ? tensor.shape[0] : 1;
  ids.n = tensor.shape.back();
  ids.ids.reserve(tensor.data.size());
  for (const float x : tensor.data) {
    // float32 represents every integer up to 2^24 exactly.
    if (!(std::abs(x) <= 16777216.0f) || x != std::floor(x)) {
      refuse("expected {} to hold only whole numbers up to 16777216, got {}",
             {name, plain_text(double{x})});
    }
    ids.ids.push_back(static_cast<Index>(x));
  }
  return ids;
}

}  // namespace attn
