#include "models/encoder_heads.h"

#include <cmath>
#include <utility>

#include "base/portable_math.h"
#include "kernels/product.h"
#include "ops/linear.h"

namespace attn {
namespace {

Matrix product(ConstMatrixRef x, const PackedMatrix& w, const RowVector& b) {
  Matrix y(x.rows(), w.cols());
  ProductOptions options;
  options.bias = b.data();
  multiply(x, w, y, options);
  return y;
}

// Computed in double and rounded once, so that the bits are the same on every platform. Near 0,
// where the difference would cancel, tanh(x) = x - x³ / 3 + .. rounds to x.
float tanh_of(float x) {
  if (!(std::abs(x) > 2.5e-4f)) return x;  // or NaN
  return static_cast<float>(1 - 2 / (exponential(2 * double{x}) + 1));
}

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

std::size_t EncoderHeads::parameter_bytes() const {
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

// The input of w_out, `normed`, and the steps that compute it.
struct EncoderHeads::Transformed {
  Matrix linear, activated, normed;  // [n, d_model]
};

EncoderHeads::Transformed EncoderHeads::transformed(ConstMatrixRef x) const {
  Transformed t;
  t.linear = product(x, w_transform_, b_transform_);
  t.activated = activate(config_.activation, t.linear);
  t.normed = normalize(NormKind::kLayer, t.activated, norm_, config_.epsilon);
  return t;
}

Matrix EncoderHeads::word_logits(ConstMatrixRef x, const InputEmbedding& tokens) const {
  const Matrix normed = transformed(x).normed;
  return config_.tied ? tokens.token_logits(normed, b_out_) : product(normed, w_out_, b_out_);
}

void EncoderHeads::word_logits_backward(ConstMatrixRef x, const InputEmbedding& tokens,
                                        ConstMatrixRef d_logits, MatrixRef d_x,
                                        WordHeadGradients* d) const {
  const Transformed t = transformed(x);
  const PackedMatrix& w_out = config_.tied ? tokens.packed_table() : w_out_;
  Matrix d_normed(x.rows(), x.cols());
  if (w_out.empty()) {
    multiply(d_logits, tokens.parameters().embedding, d_normed);
  } else {
    w_out.code()->multiply_transposed(d_logits, w_out, d_normed);
  }
  NormGradients norm_gradients =
      normalize_backward(NormKind::kLayer, t.activated, norm_, config_.epsilon, d_normed);
  const Matrix d_linear = activate_backward(config_.activation, t.linear, norm_gradients.d_x);
  w_transform_.code()->multiply_transposed(d_linear, w_transform_, d_x);
  if (d == nullptr) return;
  d->table.resize(d_logits.cols(), x.cols());
  multiply(transposed(d_logits), t.normed, d->table);
  d->b_out = d_logits.colwise().sum();
  d->norm = std::move(norm_gradients.parameters);
  d->w_transform.setZero(x.cols(), x.cols());
  d->b_transform.setZero(x.cols());
  linear_backward_parameters(x, d_linear, d->w_transform, d->b_transform);
}

}  // namespace attn
