#include "models/encoder_heads.h"

#include "base/portable_math.h"
#include "kernels/product.h"

namespace attn {
namespace {

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

EncoderHeads::EncoderHeads(const EncoderHeadsConfig& config, Index d_model, Index vocab_size,
                           ParameterForm form)
    : config_(config) {
  if (config.pooler) {
    pooler_w_.begin(d_model, d_model, form);
    pooler_b_.setZero(d_model);
  }
  if (!config.masked_words) return;
  w_transform_.begin(d_model, d_model, form);
  b_transform_.setZero(d_model);
  norm_ = NormParameters::identity(NormKind::kLayer, d_model);
  if (!config.tied) w_out_.begin(d_model, vocab_size, form);
  b_out_.setZero(vocab_size);
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
