#include <vector>

#include "attention/attention_call.h"
#include "attention/heads_axes.h"
#include "attention/position_bias.h"
#include "attention/scaled_dot_product.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"
#include "ops/mask_tile.h"
#include "ops/softmax.h"

namespace attn {
namespace {

bool all_finite_in(const Tensor& x) { return all_finite(x.data.data(), x.size()); }

void plain_product(const MatrixView& a, const MatrixView& b, MatrixRef c,
                   const ProductOptions& options) {
  multiply(a, b, c, options);
}

// If not all weights are finite, returns a copy of them, in `copied`, without the unused ones.
ConstMatrixMap contributing_weights(const ConstMatrixMap& weights, ConstMatrixRef d_context,
                                    Matrix& copied) {
  if (all_finite(weights)) return weights;
  copied = weights;
  leave_out_unused(d_context, copied);
  return {copied.data(), copied.rows(), copied.cols()};
}

// Returns softmax(masked_scores / temperature), which it computes in `weights`.
ConstMatrixMap softmax_of(const ConstMatrixMap& masked_scores, float temperature, Matrix& weights) {
  weights.resize(masked_scores.rows(), masked_scores.cols());
  softmax_rows(masked_scores, weights, temperature);
  return {weights.data(), weights.rows(), weights.cols()};
}

// The backward pass through one head after another, which share the buffers.
class HeadsBackward {
 public:
  Tensor d_score_bias;

  HeadsBackward(const AttendedTensors& forward, const AttentionCall& call, const Mask& mask,
                const AttentionOptions& options, const PositionBias* positions,
                const Tensor& d_context, const HeadsGradients& gradients, MatrixRef d_relative_bias,
                const TraceHooks& hooks)
      : forward_(forward),
        call_(call),
        mask_(mask),
        options_(options),
        positions_(positions),
        d_context_(d_context),
        gradients_(gradients),
        d_relative_bias_(d_relative_bias),
        hooks_(hooks),
        shape_{call.shape.batch, call.shape.num_heads, call.shape.n_query, call.shape.n_key},
        d_scores_(call.shape.n_query, call.shape.n_key) {
    if (mask.score_bias) d_score_bias = Tensor::zeros_like(*mask.score_bias);
    if (options.dropout.probability > 0) factors_.resize(call.shape.n_query, call.shape.n_key);
    // If all inputs are finite, products need not skip zeros to keep NaN out of the result.
    is_finite_ = all_finite_in(forward.q) && all_finite_in(forward.k) && all_finite_in(forward.v) &&
                 all_finite_in(d_context);
    multiply_safely_ = is_finite_ ? plain_product : multiply_where_nonzero;
    scaled_.alpha = call.factor / call.divisor;
  }

  // Head h of batch item b, after the heads before it.
  void run(Index b, Index h) {
    const Index i = b * call_.shape.num_heads + h, i_kv = call_.kv_matrix(b, h);
    const Index kv_head = i_kv - b * call_.num_kv_heads;
    // All heads of a group add to the gradients of the same keys and values.
    const bool is_first = h == 0 || call_.kv_matrix(b, h - 1) != i_kv;
    ProductOptions add;
    add.beta = is_first ? 0 : 1;
    const ConstMatrixMap d_head_context = d_context_.matrix(i);
    const ConstMatrixMap weights =
        contributing_weights(forward_.weights.matrix(i), d_head_context, copied_);

    multiply(d_head_context, transposed(forward_.v.matrix(i_kv)), d_scores_);
    if (!is_finite_) leave_out_unused(d_head_context, d_scores_);
    multiply_safely_(transposed(through_dropout(b, h, weights)), d_head_context,
                     head_matrix(gradients_.d_v, b, kv_head), add);
    through_softmax(b, h, weights);
    multiply_safely_(d_scores_, forward_.k.matrix(i_kv), head_matrix(gradients_.d_q, b, h),
                     scaled_);
    add.alpha = scaled_.alpha;
    multiply_safely_(transposed(d_scores_), forward_.q.matrix(i),
                     head_matrix(gradients_.d_k, b, kv_head), add);
  }

 private:
  // Turns the gradient of the dropped weights in d_scores_ into that of the weights. Returns the
  // weights that the values were multiplied by.
  MatrixView through_dropout(Index b, Index h, const ConstMatrixMap& weights) {
    if (factors_.size() == 0) return weights;
    at_field(dropped_hook_, b, h);
    dropout_factors(options_.dropout, static_cast<std::uint64_t>(b * call_.shape.num_heads + h),
                    factors_.size(), factors_.data());
    dropped_ = weights.cwiseProduct(factors_);
    if (changes_dropped_) hooks_.change("dropped_weights", shape_, b, h, dropped_);
    scale_where_nonzero(factors_.data(), d_scores_.data(), d_scores_.size(), d_scores_.data());
    return dropped_;
  }

  // Turns the gradient of the weights in d_scores_ into that of the scores; adds those of the
  // biases.
  void through_softmax(Index b, Index h, const ConstMatrixMap& weights) {
    at_field(weights_hook_, b, h);
    // The softmax's own gradient needs the weights that it computed.
    const Index i = b * call_.shape.num_heads + h;
    const ConstMatrixMap softmax_weights =
        changes_weights_
            ? softmax_of(forward_.masked_scores->matrix(i), options_.temperature, recomputed_)
            : weights;
    softmax_backward(softmax_weights, d_scores_, d_scores_);
    if (options_.temperature != 1) {
      divide_row(d_scores_.data(), d_scores_.size(), options_.temperature);
    }
    at_field(masked_scores_hook_, b, h);
    if (mask_.score_bias) {
      add_tile_to_bias(*mask_.score_bias, {b, h, 0, 0}, d_scores_, d_score_bias);
    }
    if (positions_ != nullptr) positions_->add_backward(h, d_scores_, d_relative_bias_);
    at_field(scores_hook_, b, h);
  }

  void at_field(const char* hooked, Index b, Index h) {
    if (hooked != nullptr) hooks_.backward(hooked, shape_, b, h, d_scores_);
  }

  // The name of a field with a hook, else null; looked up once, not for each head.
  const char* hooked(const char* field) const { return hooks_.reaches(field) ? field : nullptr; }

  const AttendedTensors& forward_;
  const AttentionCall& call_;
  const Mask& mask_;
  const AttentionOptions& options_;
  const PositionBias* positions_;
  const Tensor& d_context_;
  const HeadsGradients& gradients_;
  MatrixRef d_relative_bias_;
  const TraceHooks& hooks_;

  const char *scores_hook_ = hooked("scores"), *masked_scores_hook_ = hooked("masked_scores");
  const char *weights_hook_ = hooked("weights"), *dropped_hook_ = hooked("dropped_weights");
  bool changes_weights_ = hooks_.changes("weights");
  bool changes_dropped_ = hooks_.changes("dropped_weights");
  bool is_finite_;
  void (*multiply_safely_)(const MatrixView&, const MatrixView&, MatrixRef, const ProductOptions&);
  ProductOptions scaled_;
  const std::vector<Index> shape_;
  Matrix d_scores_;  // first d_weights, then step by step the gradients before it
  Matrix factors_, dropped_, copied_, recomputed_;
};

}  // namespace

AttentionGradients AttentionGradients::zeros(const Tensor& q, const Tensor& k, const Tensor& v,
                                             const Mask& mask) {
  AttentionGradients gradients{
      Tensor::zeros_like(q), Tensor::zeros_like(k), Tensor::zeros_like(v), {}};
  if (mask.score_bias) gradients.d_score_bias = Tensor::zeros_like(*mask.score_bias);
  return gradients;
}

AttentionGradients scaled_dot_product_attention_backward(const Tensor& q, const Tensor& k,
                                                         const Tensor& v, const Mask& mask,
                                                         const AttentionOptions& options,
                                                         const Tensor& weights,
                                                         const Tensor& d_context) {
  const AttentionCall call = check_attention_call(q, k, v, mask, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  check_shape("weights", weights, {batch, num_heads, n_query, n_key});
  check_shape("d_context", d_context, {batch, num_heads, n_query, v.shape[3]});
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, Mask::none());
  const HeadsGradients heads{heads_in(gradients.d_q), heads_in(gradients.d_k),
                             heads_in(gradients.d_v)};
  Matrix none;
  gradients.d_score_bias =
      attend_backward({q, k, v, weights}, call, mask, options, nullptr, d_context, heads, none);
  return gradients;
}

Tensor attend_backward(const AttendedTensors& forward, const AttentionCall& call, const Mask& mask,
                       const AttentionOptions& options, const PositionBias* positions,
                       const Tensor& d_context, const HeadsGradients& gradients,
                       MatrixRef d_relative_bias, const TraceHooks& hooks) {
  const Index batch = call.shape.batch, num_heads = call.shape.num_heads;
  HeadsBackward heads(forward, call, mask, options, positions, d_context, gradients,
                      d_relative_bias, hooks);
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) heads.run(b, h);
  }
  hooks.backward("q", gradients.d_q, batch, num_heads, {"batch", "head", "query", "d_head"});
  const char* kv_head = kv_head_axis(call.num_kv_heads, num_heads);
  const char* d_v = d_v_axis(forward.v.shape[3], forward.q.shape[3]);
  hooks.backward("k", gradients.d_k, batch, call.num_kv_heads, {"batch", kv_head, "key", "d_head"});
  hooks.backward("v", gradients.d_v, batch, call.num_kv_heads, {"batch", kv_head, "key", d_v});
  return std::move(heads.d_score_bias);
}

}  // namespace attn
