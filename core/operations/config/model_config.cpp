#include "operations/config/model_config.h"

#include <utility>

#include "base/check.h"
#include "operations/config/config_readers.h"

namespace attn {
namespace {

// Limits far above the sizes of models that train while somebody watches.
constexpr Index kMaxWidth = 1 << 12, kMaxModelLayers = 16;

struct StackKeys {
  const char *layers, *heads, *d_head, *d_v, *d_ff, *rotary;
};
constexpr StackKeys kStack = {"layers", "heads", "d_head", "d_v", "d_ff", "rotary"};
constexpr StackKeys kDecoder = {"decoder_layers", "decoder_heads", "decoder_d_head",
                                "decoder_d_v",    "decoder_d_ff",  "decoder_rotary"};

void visit_stack(StackConfig& stack, const StackKeys& names, ConfigKeys& keys) {
  std::vector<LayerConfig>& layers = stack.layers;
  if (layers.empty()) layers.resize(static_cast<std::size_t>(stack.num_layers), stack.layer);
  auto count = static_cast<Index>(layers.size());
  keys.visit(names.layers, count, 1, kMaxModelLayers);
  layers.resize(static_cast<std::size_t>(count), LayerConfig(layers.back()));

  std::vector<Index> heads, d_head, d_v, d_ff, rotary;
  for (const LayerConfig& layer : layers) {
    heads.push_back(layer.attention.num_heads);
    d_head.push_back(layer.attention.d_head);
    d_v.push_back(layer.attention.d_v);
    d_ff.push_back(layer.attention_only ? 0 : layer.feed_forward.d_ff);
    rotary.push_back(layer.attention.positions == AttentionPositions::kRotary ? 1 : 0);
  }
  keys.visit_each(names.heads, heads, 1, kMaxWidth);
  keys.visit_each(names.d_head, d_head, 1, kMaxWidth);
  keys.visit_each(names.d_v, d_v, 1, kMaxWidth);
  keys.visit_each(names.d_ff, d_ff, 0, kMaxWidth);
  keys.visit_each(names.rotary, rotary, 0, 1);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    LayerConfig& layer = layers[i];
    layer.attention.num_heads = heads[i];
    layer.attention.num_kv_heads = 0;
    layer.attention.d_head = d_head[i];
    layer.attention.d_v = d_v[i];
    layer.attention_only = d_ff[i] == 0;
    layer.feed_forward.d_ff = d_ff[i];
    layer.attention.positions =
        rotary[i] == 1 ? AttentionPositions::kRotary : AttentionPositions::kNone;
  }
}

// The settings that all layers of both stacks share.
void visit_layers(TokenModelConfig& model, ConfigKeys& keys) {
  LayerConfig shared = model.layers.layers.front();
  keys.visit("rotary_base", shared.attention.rotary.base);
  keys.visit("activation", shared.feed_forward.activation, kActivationWords);
  keys.visit("norm", shared.norm, kNormWords);
  keys.visit("norm_first", shared.norm_first);
  keys.visit("final_norm", model.layers.final_norm);
  keys.visit("bias", shared.attention.bias);
  model.decoder.final_norm = model.layers.final_norm;
  for (StackConfig* stack : {&model.layers, &model.decoder}) {
    for (LayerConfig& layer : stack->layers) {
      layer.attention.d_model = model.embedding.d_model;
      layer.attention.d_key = layer.attention.d_value = layer.feed_forward.d_model = 0;
      layer.attention.rotary.base = shared.attention.rotary.base;
      layer.feed_forward.activation = shared.feed_forward.activation;
      layer.norm = shared.norm;
      layer.norm_first = shared.norm_first;
      layer.attention.bias = layer.feed_forward.bias = shared.attention.bias;
    }
  }
}

// The epsilon of every norm.
void visit_epsilon(TokenModelConfig& model, ConfigKeys& keys) {
  float epsilon = model.layers.layers.front().epsilon;
  keys.visit("epsilon", epsilon);
  model.embedding.epsilon = epsilon;
  for (StackConfig* stack : {&model.layers, &model.decoder}) {
    for (LayerConfig& layer : stack->layers) layer.epsilon = epsilon;
  }
}

// The sizes that a recipe leaves to its task. Saved configurations have "every_place" and
// "answers_per_place", where a place is a position.
void visit_sizes(TokenModelConfig& model, ConfigKeys& keys) {
  InputEmbeddingConfig& embedding = model.embedding;
  if (model.architecture == Architecture::kVision) {
    keys.visit("d_patch", embedding.d_patch);
  } else {
    keys.visit("vocab_size", embedding.vocab_size);
    keys.visit("num_types", embedding.num_types, 0, kMaxExtent);
    keys.visit("embedding_norm", embedding.norm);
  }
  visit_epsilon(model, keys);
  keys.visit("max_length", embedding.max_length, 0, kMaxExtent);
  if (model.architecture == Architecture::kEncoderDecoder) {
    if (model.target.vocab_size == 0) model.target = embedding;
    keys.visit("target_vocab_size", model.target.vocab_size);
    keys.visit("target_max_length", model.target.max_length, 0, kMaxExtent);
  } else {
    keys.visit("class_token", embedding.class_token);
    keys.visit("readout", model.readout, kReadoutWords);
  }
  // Without a readout there must be a head, so that the key is not written.
  if (model.readout != Readout::kEveryPosition || keys.is_reading()) keys.visit("head", model.head);
  if (model.head) keys.visit("num_labels", model.num_labels);
  keys.visit("answers_per_place", model.answers_per_place);
}

TokenModelConfig read_unresolved(const Config& config) {
  TokenModelConfig model;
  config.text("architecture");  // required
  config.read("architecture", model.architecture, kArchitectureWords);
  LayerConfig layer;
  layer.attention.num_heads = 1;
  layer.attention_only = true;
  model.layers.layers = model.decoder.layers = {layer};
  ConfigKeys keys(config);
  visit_model(model, keys);
  visit_sizes(model, keys);
  return model;
}

}  // namespace

void visit_model(TokenModelConfig& model, ConfigKeys& keys) {
  // The task decides which of these cases it is.
  switch (model.architecture) {
    case Architecture::kEncoderOnly:
    case Architecture::kDecoderOnly:
      keys.visit("architecture", model.architecture,
                 {word_of(Architecture::kEncoderOnly, kArchitectureWords),
                  word_of(Architecture::kDecoderOnly, kArchitectureWords)});
      break;
    case Architecture::kEncoderDecoder:
    case Architecture::kVision:
      keys.word("architecture", {word_of(model.architecture, kArchitectureWords)}, 0);
  }
  InputEmbeddingConfig& embedding = model.embedding;
  keys.visit("d_model", embedding.d_model, 1, kMaxWidth);
  visit_stack(model.layers, kStack, keys);
  if (model.architecture == Architecture::kEncoderDecoder) {
    visit_stack(model.decoder, kDecoder, keys);
  }
  visit_layers(model, keys);
  keys.visit("positions", embedding.positions, kEmbeddingPositionsWords);
  keys.visit("embedding_std", embedding.embedding_std);
  if (embedding.embedding_std < 0) {
    refuse("expected \"{}\" to be at least 0, got {}",
           {"embedding_std", number_text(embedding.embedding_std)});
  }
  keys.visit("scale_embedding", embedding.scale_embedding);
  if (model.architecture != Architecture::kVision) keys.visit("tied_head", model.tied_head);
  keys.visit("output_bias", model.output_bias);
}

TokenModelConfig read_model_config(const Config& config) {
  return read_all(config, read_unresolved).resolved();
}

TokenModelConfig read_encoder_decoder(const Config& config) {
  const TransformerConfig transformer = read_transformer(config);
  TokenModelConfig model;
  model.architecture = Architecture::kEncoderDecoder;
  model.layers = transformer.encoder;
  model.decoder = transformer.decoder;
  InputEmbeddingConfig& embedding = model.embedding;
  embedding.vocab_size = config.require("vocab_size");
  config.read("max_length", embedding.max_length);
  config.read("positions", embedding.positions, kEmbeddingPositionsWords);
  config.read("scale_embedding", embedding.scale_embedding);
  model.target = embedding;
  config.read("target_vocab_size", model.target.vocab_size);
  config.read("output_bias", model.output_bias);
  return model;
}

std::vector<Config::Entry> model_entries(const TokenModelConfig& model) {
  TokenModelConfig visited = model.resolved();
  ConfigKeys keys;
  visit_model(visited, keys);
  visit_sizes(visited, keys);
  return std::move(keys.written);
}

}  // namespace attn
