#include "models/encoder_heads.h"

#include <span>

#include "base/portable_math.h"
#include "kernels/product.h"
#include "layers/part.h"

namespace attn {
namespace {

PackedMatrix read_matrix(ParameterReader& reader, const char* name, ParameterForm form) {
  Matrix matrix;
  read_parameter(reader, name, matrix);
  const MatrixView view = matrix;
  PackedMatrix packed;
  packed.assign(std::span(&view, 1), form);
  return packed;
}

Matrix product(ConstMatrixRef x, const PackedMatrix& w, const RowVector& b) {
  Matrix y(x.rows(), w.cols());
  ProductOptions options;
  options.bias = b.data();
  multiply(x, w, y, options);
  return y;
}

// In double and rounded once, so that the bits are the same on every platform.
float tanh_of(float x) { return static_cast<float>(1 - 2 / (exponential(2 * double{x}) + 1)); }

}  // namespace

EncoderHeads::EncoderHeads(const EncoderHeadsConfig& config, ParameterReader& reader,
                           ParameterForm form)
    : config_(config) {
  if (config.pooler) {
    pooler_w_ = read_matrix(reader, "pooler.w", form);
    read_parameter(reader, "pooler.b", pooler_b_);
  }
  if (!config.masked_words) return;
  w_transform_ = read_matrix(reader, "masked_words.w_transform", form);
  read_parameter(reader, "masked_words.b_transform", b_transform_);
  read_parameter(reader, "masked_words.norm.gamma", norm_.gamma);
  read_parameter(reader, "masked_words.norm.beta", norm_.beta);
  if (!config.tied) w_out_ = read_transposed(reader, "masked_words.table", form);
  read_parameter(reader, "masked_words.b_out", b_out_);
}

std::size_t EncoderHeads::held_bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix* w : {&pooler_w_, &w_transform_, &w_out_}) bytes += w->bytes();
  for (const RowVector* b : {&pooler_b_, &b_transform_, &norm_.gamma, &norm_.beta, &b_out_}) {
    bytes += static_cast<std::size_t>(b->size()) * sizeof(float);
  }
  return bytes;
}

Matrix EncoderHeads::pooler_output(ConstMatrixRef x) const {
  Matrix y = product(x, pooler_w_, pooler_b_);
  for (Index i = 0; i < y.size(); ++i) y.data()[i] = tanh_of(y.data()[i]);
  return y;
}

Matrix EncoderHeads::word_logits(ConstMatrixRef x, const InputEmbedding& tokens) const {
  Matrix transformed = product(x, w_transform_, b_transform_);
  activation_kernel(config_.activation)(transformed.data(), transformed.size());
  transformed = normalize(NormKind::kLayer, transformed, norm_, config_.epsilon);
  return config_.tied ? tokens.token_logits(transformed, b_out_)
                      : product(transformed, w_out_, b_out_);
}

}  // namespace attn
