#include "operations/config_readers.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "ops/mask_patterns.h"

namespace attn {

Index read_extent(const Config& config, const char* key, std::optional<Index> default_value) {
  return config.integer(key, 1, kMaxExtent, default_value);
}

std::uint64_t read_seed(const Config& config, const char* key) { return config.seed(key); }

Dropout read_dropout(const Config& config) {
  return {config.number("dropout", 0), read_seed(config, "dropout_seed")};
}

std::optional<float> read_scale(const Config& config) {
  const std::optional<double> scale = config.number("scale");
  return scale ? std::optional(static_cast<float>(*scale)) : std::nullopt;
}

AttentionOptions read_attention_options(const Config& config) {
  AttentionOptions options;
  options.scale = read_scale(config);
  options.temperature = static_cast<float>(config.number("temperature", 1));
  options.dropout = read_dropout(config);
  return options;
}

float read_epsilon(const Config& config) {
  return static_cast<float>(config.number("epsilon", 1e-5));
}

Activation read_activation(const Config& config, const char* key) {
  return static_cast<Activation>(config.word(key, {"relu", "gelu", "gelu_tanh", "silu"}));
}

RotaryConfig read_rotary(const Config& config) {
  RotaryConfig rotary;
  rotary.base = config.number("rotary_base", rotary.base);
  rotary.interleaved = config.flag("rotary_interleaved", rotary.interleaved);
  return rotary;
}

RelativeBuckets read_relative_buckets(const Config& config) {
  RelativeBuckets buckets;
  buckets.num_buckets = read_extent(config, "num_buckets", buckets.num_buckets);
  buckets.max_distance = read_extent(config, "max_distance", buckets.max_distance);
  buckets.bidirectional = config.flag("bidirectional", buckets.bidirectional);
  return buckets;
}

MultiHeadConfig read_multi_head(const Config& config) {
  MultiHeadConfig c;
  c.d_model = read_extent(config, "d_model");
  c.num_heads = read_extent(config, "num_heads");
  c.num_kv_heads = read_extent(config, "num_kv_heads", 0);
  c.d_head = read_extent(config, "d_head", 0);
  c.d_v = read_extent(config, "d_v", 0);
  c.d_key = read_extent(config, "d_key", 0);
  c.d_value = read_extent(config, "d_value", 0);
  c.bias = config.flag("bias", true);
  c.scale = read_scale(config);
  c.temperature = static_cast<float>(config.number("temperature", 1));
  c.positions = static_cast<AttentionPositions>(
      config.word("attention_positions", {"none", "rotary", "alibi", "relative_buckets"}));
  c.rotary = read_rotary(config);
  c.relative_buckets = read_relative_buckets(config);
  return c;
}

FeedForwardConfig read_feed_forward(const Config& config) {
  FeedForwardConfig c;
  c.d_model = read_extent(config, "d_model");
  c.d_ff = read_extent(config, "d_ff");
  c.activation = read_activation(config, "activation");
  c.gated = config.flag("gated", false);
  c.bias = config.flag("bias", true);
  return c;
}

LayerConfig read_layer(const Config& config) {
  LayerConfig layer;
  layer.attention = read_multi_head(config);
  layer.feed_forward = read_feed_forward(config);
  layer.norm = static_cast<NormKind>(config.word("norm", {"layer", "rms"}));
  layer.norm_first = config.flag("norm_first", false);
  layer.epsilon = read_epsilon(config);
  return layer;
}

StackConfig read_stack(const Config& config) {
  StackConfig stack;
  stack.layer = read_layer(config);
  stack.num_layers = config.integer("num_layers", 1, kMaxLayers);
  stack.final_norm = config.flag("final_norm", false);
  return stack;
}

TransformerConfig read_transformer(const Config& config) {
  const Index num_encoder_layers = config.integer("num_encoder_layers", 1, kMaxLayers);
  const Index num_decoder_layers = config.integer("num_decoder_layers", 1, kMaxLayers);
  return TransformerConfig::of(read_layer(config), num_encoder_layers, num_decoder_layers);
}

EncoderDecoderConfig read_encoder_decoder(const Config& config) {
  EncoderDecoderConfig c;
  c.transformer = read_transformer(config);
  c.vocab_size = read_extent(config, "vocab_size");
  c.target_vocab_size = read_extent(config, "target_vocab_size", 0);
  c.max_length = read_extent(config, "max_length", 0);
  c.positions =
      static_cast<EmbeddingPositions>(config.word("positions", {"sinusoidal", "learned", "none"}));
  c.scale_embedding = config.flag("scale_embedding", true);
  c.output_bias = config.flag("output_bias", true);
  return c;
}

AdamConfig read_adam(const Config& config) {
  AdamConfig adam;
  const auto read = [&](const char* key, float& number) {
    number = static_cast<float>(config.number(key, number));
  };
  read("learning_rate", adam.learning_rate);
  read("beta_1", adam.beta_1);
  read("beta_2", adam.beta_2);
  read("epsilon", adam.epsilon);
  return adam;
}

GreedyOptions read_greedy(const Config& config) {
  GreedyOptions options;
  options.start_id = config.integer("start_id", 0, kMaxExtent);
  options.end_id = config.integer("end_id", 0, kMaxExtent);
  options.max_new = config.integer("max_new", 0, 1 << 14);
  return options;
}

MaskSettings read_mask_settings(const Config& config, bool has_block) {
  const auto whole = [&](const char* key, Index least) -> std::optional<Index> {
    const Index number = config.integer(key, least, kMaxExtent, -1);
    return number < 0 ? std::nullopt : std::optional(number);
  };
  MaskSettings settings;
  const int causal = config.word("causal", {"none", "end", "start"});
  if (causal != 0) settings.causal = causal == 1 ? CausalAlignment::kEnd : CausalAlignment::kStart;
  settings.window = whole("window", 0);
  settings.prefix = whole("prefix", 0);
  if (has_block) settings.block = whole("block", 1);
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

}  // namespace

Mask read_mask(const MaskSettings& settings, const NamedTensors& inputs, const ScoresShape& shape,
               const std::string& part, const char* keep_name) {
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
  name = keep_name != nullptr ? keep_name : part + "key_padding";
  if (const Tensor* keep = inputs.find(name)) {
    const Index batch = expect_key_padding(name, *keep, shape);
    allow(key_padding_attend(read_flags(name, *keep), batch, n_query, n_key));
  }
  name = part + "score_bias";
  if (const Tensor* bias = inputs.find(name)) {
    mask.score_bias = Tensor({"batch", "head", "query", "key"}, four_axes(name, *bias), bias->data);
  }
  return mask;
}

Index expect_key_padding(const std::string& name, const Tensor& keep, const ScoresShape& shape) {
  const Index batch = keep.rank() == 2 ? keep.shape[0] : 1;
  const bool is_of_all = keep.rank() == 1 || (keep.rank() == 2 && batch == 1);
  const bool is_of_each = keep.rank() == 2 && batch == shape.batch && batch > 0;
  if ((!is_of_all && !is_of_each) || keep.shape.back() != shape.n_key) {
    refuse("expected {} of shape {} or {}, got {}",
           {name, std::vector<Index>{shape.batch, shape.n_key}, std::vector<Index>{shape.n_key},
            keep.shape});
  }
  return batch;
}

std::vector<std::uint8_t> read_flags(std::string_view name, const Tensor& tensor) {
  std::vector<std::uint8_t> flags;
  flags.reserve(tensor.data.size());
  for (const float x : tensor.data) {
    if (x != 0 && x != 1) refuse("expected {} to be of 0 and 1 only", {name});
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
    // float32 represents every integer below 2^24 exactly.
    if (!(std::abs(x) <= 16777216.0f) || x != std::floor(x)) {
      refuse("expected {} to be of whole numbers only", {name});
    }
    ids.ids.push_back(static_cast<Index>(x));
  }
  return ids;
}

}  // namespace attn
