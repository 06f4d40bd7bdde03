#include "operations/models/model_size.h"

#include <cstdint>

#include "base/check.h"

namespace attn {
namespace {

std::string rounded(double number) { return integer_text(static_cast<std::int64_t>(number)); }

double stack_parameter_count(const StackConfig& config,
                             double (*layer_parameter_count)(const LayerConfig&)) {
  double count = static_cast<double>(config.num_layers) * layer_parameter_count(config.layer);
  if (!config.layers.empty()) {
    count = 0;
    for (const LayerConfig& layer : config.layers) count += layer_parameter_count(layer);
  }
  return count + (config.final_norm
                      ? parameter_count(config.layer.norm, config.layer.attention.d_model)
                      : 0);
}

double embedding_parameter_count(const InputEmbeddingConfig& c) {
  double count = parameter_count(c.vocab_size + c.num_types, c.d_model);
  if (c.d_patch != 0) count += parameter_count(c.d_patch + 1, c.d_model);
  if (c.positions == EmbeddingPositions::kLearned) {
    count += parameter_count(c.max_length, c.d_model);
  }
  if (c.class_token) count += static_cast<double>(c.d_model);
  if (c.norm) count += parameter_count(c.norm_kind, c.d_model);
  return count;
}

}  // namespace

void check_parameters_fit(double count) {
  if (count <= kMaxParameters) return;
  refuse(
      "expected a model of at most {} parameters, {} bytes, got {} parameters, {} bytes",
      {rounded(kMaxParameters), rounded(4 * kMaxParameters), rounded(count), rounded(4 * count)});
}

double parameter_count(Index rows, Index columns) {
  return static_cast<double>(rows) * static_cast<double>(columns);
}

double parameter_count(const MultiHeadConfig& config) {
  const MultiHeadConfig c = config.resolved();
  const Index q = c.num_heads * c.d_head, k = c.num_kv_heads * c.d_head;
  const Index v = c.num_kv_heads * c.d_v, concat = c.num_heads * c.d_v;
  double count =
      parameter_count(c.d_model, q) + parameter_count(c.d_key, k) + parameter_count(c.d_value, v);
  count += parameter_count(concat, c.d_model);
  if (c.bias) {
    count += static_cast<double>(q) + static_cast<double>(k) + static_cast<double>(v) +
             static_cast<double>(c.d_model);
  }
  if (c.positions == AttentionPositions::kRelativeBuckets) {
    count += parameter_count(c.relative_buckets.num_buckets, c.num_heads);
  }
  return count;
}

double parameter_count(const FeedForwardConfig& config) {
  return parameter_count(config.d_model, config.d_ff) * (config.gated ? 3 : 2) +
         (config.bias ? static_cast<double>(config.d_model + config.d_ff) : 0);
}

double parameter_count(NormKind kind, Index d_model) {
  return static_cast<double>(d_model) * (kind == NormKind::kLayer ? 2 : 1);
}

double encoder_parameter_count(const LayerConfig& config) {
  const LayerConfig c = config.resolved();
  const double norm = parameter_count(c.norm, c.attention.d_model);
  if (c.attention_only) return parameter_count(c.attention) + norm;
  return parameter_count(c.attention) + parameter_count(c.feed_forward) + 2 * norm;
}

double decoder_parameter_count(const LayerConfig& config) {
  const LayerConfig c = config.resolved();
  return encoder_parameter_count(c) + parameter_count(c.cross_attention()) +
         parameter_count(c.norm, c.attention.d_model);
}

double encoder_parameter_count(const StackConfig& config) {
  return stack_parameter_count(config, encoder_parameter_count);
}

double decoder_parameter_count(const StackConfig& config) {
  return stack_parameter_count(config, decoder_parameter_count);
}

double parameter_count(const TransformerConfig& config) {
  return encoder_parameter_count(config.encoder) + decoder_parameter_count(config.decoder);
}

double parameter_count(const TokenModelConfig& config) {
  const TokenModelConfig c = config.resolved();
  double count = encoder_parameter_count(c.layers) + embedding_parameter_count(c.embedding);
  if (c.architecture == Architecture::kEncoderDecoder) {
    count += decoder_parameter_count(c.decoder) + embedding_parameter_count(c.target);
  }
  if (c.head && !c.tied_head) count += parameter_count(c.embedding.d_model, c.num_labels);
  if (c.output_bias) count += static_cast<double>(c.num_labels);
  return count;
}

}  // namespace attn
