#include "models/encoder_decoder.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "kernels/product.h"
#include "layers/sequence.h"
#include "ops/embedding.h"
#include "ops/linear.h"
#include "ops/mask_patterns.h"
#include "ops/position.h"

namespace attn {
namespace {

Index d_model_of(const EncoderDecoderConfig& config) {
  return config.transformer.encoder.layer.attention.d_model;
}

// √d_model if the configuration scales embeddings, else 1.
float embedding_scale(const EncoderDecoderConfig& config) {
  return config.scale_embedding ? std::sqrt(static_cast<float>(d_model_of(config))) : 1.0f;
}

// The position vectors of the first n tokens: [n, d_model], or empty for kNone.
//   learned  [max_length, d_model]
Matrix positions_of(const EncoderDecoderConfig& config, const Matrix& learned, Index n) {
  switch (config.positions) {
    case EmbeddingPositions::kSinusoidal:
      return sinusoidal_positions(n, d_model_of(config));
    case EmbeddingPositions::kLearned:
      if (n > learned.rows()) {
        refuse("expected at most max_length {} tokens, got {}", {learned.rows(), n});
      }
      return learned.topRows(n);
    case EmbeddingPositions::kNone:
      break;
  }
  return {};
}

// Looks up the embeddings, scales them and adds the positions.
//   positions  [n, d_model], or empty
//   returns [batch, n, d_model]
Tensor embed(const TokenIds& ids, const Matrix& table, float scale, ConstMatrixRef positions,
             const char* n_axis) {
  Tensor embedded({"batch", n_axis, "d_model"}, {ids.batch, ids.n, table.cols()});
  rows_of(embedded) = embedding(ids.ids, table) * scale;
  if (positions.size() != 0) {
    for (Index item = 0; item < ids.batch; ++item) embedded.matrix(item) += positions;
  }
  return embedded;
}

// Adds the gradients of d_embedded [batch, n, d_model] to d_table and d_positions.
void embed_backward(const TokenIds& ids, const Tensor& d_embedded, float scale, Matrix& d_table,
                    Matrix& d_positions) {
  embedding_backward(ids.ids, Matrix(rows_of(d_embedded) * scale), d_table);
  if (d_positions.size() == 0) return;
  for (Index item = 0; item < ids.batch; ++item) {
    d_positions.topRows(ids.n) += d_embedded.matrix(item);
  }
}

// The mask that hides padding (keep [batch, key] is 0); no mask when `keep` is empty.
Mask padding_mask(const std::vector<std::uint8_t>& keep, Index batch, Index n_query, Index n_key) {
  Mask mask;
  if (!keep.empty()) mask.attend = key_padding_attend(keep, batch, n_query, n_key);
  return mask;
}

}  // namespace

void check_ids(const char* name, const TokenIds& ids) {
  if (ids.batch < 1 || ids.n < 0 ||
      element_count({ids.batch, ids.n}) != static_cast<Index>(ids.ids.size())) {
    refuse("expected {} of shape [batch, n] with at least one batch item, got {} ids for [{}, {}]",
           {name, static_cast<Index>(ids.ids.size()), ids.batch, ids.n});
  }
}

EncoderDecoderConfig EncoderDecoderConfig::resolved() const {
  EncoderDecoderConfig config = *this;
  config.transformer = transformer.resolved();
  if (vocab_size < 1) refuse("expected vocab_size of at least 1, got {}", {vocab_size});
  if (target_vocab_size == 0) config.target_vocab_size = vocab_size;
  if (config.target_vocab_size < 1) {
    refuse("expected target_vocab_size of at least 1, got {}", {target_vocab_size});
  }
  if (positions == EmbeddingPositions::kLearned && max_length < 1) {
    refuse("expected max_length of at least 1 for learned positions, got {}", {max_length});
  }
  return config;
}

EncoderDecoderParameters EncoderDecoderParameters::random(const EncoderDecoderConfig& config,
                                                          std::uint64_t seed) {
  const EncoderDecoderConfig c = config.resolved();
  const Index d_model = d_model_of(c);
  EncoderDecoderParameters p;
  p.transformer = TransformerParameters::random(c.transformer, seed);
  const auto draw = [&](const char* name, Index rows, Index columns, double deviation, Matrix& w) {
    Random random(seed, stream_of(name));
    w = normal_matrix(rows, columns, deviation, random);
  };
  const double deviation = 1 / static_cast<double>(embedding_scale(c));
  draw("source_embedding", c.vocab_size, d_model, deviation, p.source_embedding);
  draw("target_embedding", c.target_vocab_size, d_model, deviation, p.target_embedding);
  if (c.positions == EmbeddingPositions::kLearned) {
    draw("source_positions", c.max_length, d_model, 1, p.source_positions);
    draw("target_positions", c.max_length, d_model, 1, p.target_positions);
  }
  const double glorot = std::sqrt(2 / static_cast<double>(d_model + c.target_vocab_size));
  draw("w_out", d_model, c.target_vocab_size, glorot, p.w_out);
  if (c.output_bias) p.b_out.setZero(c.target_vocab_size);
  return p;
}

EncoderDecoderParameters EncoderDecoderParameters::unfilled(const EncoderDecoderConfig& config) {
  EncoderDecoderParameters p;
  p.transformer = TransformerParameters::unfilled(config.transformer);
  return p;
}

EncoderDecoder::EncoderDecoder(const EncoderDecoderConfig& config, EncoderDecoderParameters p)
    : config_(config.resolved()),
      transformer_(config_.transformer, std::move(p.transformer)),
      source_embedding_(std::move(p.source_embedding)),
      target_embedding_(std::move(p.target_embedding)),
      source_positions_(std::move(p.source_positions)),
      target_positions_(std::move(p.target_positions)),
      w_out_(std::move(p.w_out)),
      b_out_(std::move(p.b_out)) {
  const Index d_model = d_model_of(config_), vocab = config_.target_vocab_size;
  const bool learned = config_.positions == EmbeddingPositions::kLearned;
  const Index most = learned ? config_.max_length : 0, width = learned ? d_model : 0;
  check_shape("source_embedding", source_embedding_, config_.vocab_size, d_model);
  check_shape("target_embedding", target_embedding_, vocab, d_model);
  check_shape("source_positions", source_positions_, most, width);
  check_shape("target_positions", target_positions_, most, width);
  check_shape("w_out", w_out_, d_model, vocab);
  const Index biases = config_.output_bias ? vocab : 0;
  if (b_out_.size() == 0 && biases != 0) refuse_missing_parameter("b_out", {biases});
  if (b_out_.size() != biases) {
    refuse("expected b_out of shape [{}], got [{}]", {biases, b_out_.size()});
  }
  packed_w_out_.assign(w_out_);
}

Tensor EncoderDecoder::logits_of(const Tensor& output) const {
  Tensor logits({"batch", "query", "target_vocab_size"},
                {output.shape[0], output.shape[1], config_.target_vocab_size});
  ProductOptions options;
  if (config_.output_bias) options.bias = b_out_.data();
  multiply(rows_of(output), packed_w_out_, rows_of(logits), options);
  return logits;
}

Tensor EncoderDecoder::forward(const TokenIds& source_ids, const TokenIds& target_ids,
                               const TransformerMasks& masks, const Dropout& dropout,
                               EncoderDecoderTrace* trace) const {
  check_ids("source_ids", source_ids);
  check_ids("target_ids", target_ids);
  const float scale = embedding_scale(config_);
  Tensor source = embed(source_ids, source_embedding_, scale,
                        positions_of(config_, source_positions_, source_ids.n), "key");
  Tensor target = embed(target_ids, target_embedding_, scale,
                        positions_of(config_, target_positions_, target_ids.n), "query");
  if (trace != nullptr) trace->transformer.keep = trace->keep;
  Tensor logits = logits_of(transformer_.forward(source, target, masks, dropout,
                                                 trace == nullptr ? nullptr : &trace->transformer));
  if (keeps_intermediates(keep_of(trace))) {
    trace->source_embedded = std::move(source);
    trace->target_embedded = std::move(target);
    trace->logits = logits;
  }
  return logits;
}

EncoderDecoderGradients EncoderDecoder::backward(
    const TokenIds& source_ids, const TokenIds& target_ids, const TransformerMasks& masks,
    const Dropout& dropout, const EncoderDecoderTrace& trace, const Tensor& d_logits) const {
  check_ids("source_ids", source_ids);
  check_ids("target_ids", target_ids);
  const Tensor& output = trace.transformer.decoder.output;
  check_same_shape("d_logits", d_logits, trace.logits);
  EncoderDecoderGradients gradients;
  EncoderDecoderParameters& d = gradients.parameters;
  const auto zero_like = [](const Matrix& from, Matrix& to) {
    to.setZero(from.rows(), from.cols());
  };
  zero_like(source_embedding_, d.source_embedding);
  zero_like(target_embedding_, d.target_embedding);
  zero_like(source_positions_, d.source_positions);
  zero_like(target_positions_, d.target_positions);
  zero_like(w_out_, d.w_out);
  d.b_out.setZero(b_out_.size());

  Tensor d_output = Tensor::zeros_like(output);
  linear_backward(rows_of(output), w_out_, rows_of(d_logits), rows_of(d_output), d.w_out, d.b_out);
  TransformerGradients transformer_gradients = transformer_.backward(
      trace.source_embedded, trace.target_embedded, masks, dropout, trace.transformer, d_output);
  const float scale = embedding_scale(config_);
  embed_backward(source_ids, transformer_gradients.d_source, scale, d.source_embedding,
                 d.source_positions);
  embed_backward(target_ids, transformer_gradients.d_target, scale, d.target_embedding,
                 d.target_positions);
  d.transformer = std::move(transformer_gradients.parameters);
  gradients.d_masks = std::move(transformer_gradients.d_masks);
  return gradients;
}

Decoding EncoderDecoder::begin(const TokenIds& source_ids, Index max_tokens,
                               const std::vector<std::uint8_t>& source_keep) const {
  check_ids("source_ids", source_ids);
  if (max_tokens < 0) refuse("expected max_tokens of at least 0, got {}", {max_tokens});
  const Index batch = source_ids.batch, n = source_ids.n;
  const Tensor source = embed(source_ids, source_embedding_, embedding_scale(config_),
                              positions_of(config_, source_positions_, n), "key");
  const Tensor memory =
      transformer_.encoder().forward(source, padding_mask(source_keep, batch, n, n));
  Decoding decoding;
  decoding.layers = transformer_.decoder().begin(memory);
  decoding.source_keep = source_keep;
  decoding.max_tokens = max_tokens;
  decoding.positions = positions_of(config_, target_positions_, max_tokens);
  return decoding;
}

Tensor EncoderDecoder::step(const TokenIds& target_ids, Decoding& decoding) const {
  check_ids("target_ids", target_ids);
  const Index n = target_ids.n;
  if (decoding.length + n > decoding.max_tokens) {
    refuse("expected at most {} target tokens, got {}", {decoding.max_tokens, decoding.length + n});
  }
  const bool moved = decoding.positions.size() != 0;
  const Tensor target =
      embed(target_ids, target_embedding_, embedding_scale(config_),
            decoding.positions.middleRows(moved ? decoding.length : 0, moved ? n : 0), "query");
  const Index n_key = decoding.layers.front().cross_attention.length();
  const Mask memory_mask = padding_mask(decoding.source_keep, target_ids.batch, n, n_key);
  const Tensor output = transformer_.decoder().step(target, decoding.layers, memory_mask);
  decoding.length += n;
  return logits_of(output);
}

}  // namespace attn
