#include "operations/model_size.h"

#include <cstdint>

#include "base/check.h"

namespace attn {
namespace {

double area(Index rows, Index columns) {
  return static_cast<double>(rows) * static_cast<double>(columns);
}

std::string whole(double number) { return integer_text(static_cast<std::int64_t>(number)); }

double of_stack(const StackConfig& config, double of_layer) {
  return static_cast<double>(config.num_layers) * of_layer +
         (config.final_norm ? parameter_count(config.layer.norm, config.layer.attention.d_model)
                            : 0);
}

}  // namespace

void expect_parameters_fit(double count) {
  if (count <= kMaxParameters) return;
  refuse("expected a model of at most {} parameters, {} bytes, got {} parameters, {} bytes",
         {whole(kMaxParameters), whole(4 * kMaxParameters), whole(count), whole(4 * count)});
}

double parameter_count(const MultiHeadConfig& config) {
  const MultiHeadConfig c = config.resolved();
  const Index q = c.num_heads * c.d_head, k = c.num_kv_heads * c.d_head;
  const Index v = c.num_kv_heads * c.d_v, concat = c.num_heads * c.d_v;
  double count = area(c.d_model, q) + area(c.d_key, k) + area(c.d_value, v);
  count += area(concat, c.d_model);
  if (c.bias) count += static_cast<double>(q + k + v + c.d_model);
  if (c.positions == AttentionPositions::kRelativeBuckets) {
    count += area(c.relative_buckets.num_buckets, c.num_heads);
  }
  return count;
}

double parameter_count(const FeedForwardConfig& config) {
  return area(config.d_model, config.d_ff) * (config.gated ? 3 : 2) +
         (config.bias ? static_cast<double>(config.d_model + config.d_ff) : 0);
}

double parameter_count(NormKind kind, Index d_model) {
  return static_cast<double>(d_model) * (kind == NormKind::kLayer ? 2 : 1);
}

double encoder_parameter_count(const LayerConfig& config) {
  const LayerConfig c = config.resolved();
  return parameter_count(c.attention) + parameter_count(c.feed_forward) +
         2 * parameter_count(c.norm, c.attention.d_model);
}

double decoder_parameter_count(const LayerConfig& config) {
  const LayerConfig c = config.resolved();
  return encoder_parameter_count(c) + parameter_count(c.cross_attention()) +
         parameter_count(c.norm, c.attention.d_model);
}

double encoder_parameter_count(const StackConfig& config) {
  return of_stack(config, encoder_parameter_count(config.layer));
}

double decoder_parameter_count(const StackConfig& config) {
  return of_stack(config, decoder_parameter_count(config.layer));
}

double parameter_count(const TransformerConfig& config) {
  return encoder_parameter_count(config.encoder) + decoder_parameter_count(config.decoder);
}

double parameter_count(const EncoderDecoderConfig& config) {
  const EncoderDecoderConfig c = config.resolved();
  const Index d_model = c.transformer.encoder.layer.attention.d_model;
  const Index vocab = c.target_vocab_size;
  double count = parameter_count(c.transformer) + area(c.vocab_size, d_model);
  count += 2 * area(vocab, d_model);  // target_embedding and w_out
  if (c.positions == EmbeddingPositions::kLearned) count += 2 * area(c.max_length, d_model);
  if (c.output_bias) count += static_cast<double>(vocab);
  return count;
}

}  // namespace attn
