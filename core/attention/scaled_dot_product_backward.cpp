#include <cmath>
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

// A zero row of d_context contributes nothing, even if its weights are NaN (a padded token). So if
// not all weights are finite, returns a copy of them, in `copied`, in which its weights are 0.
ConstMatrixMap contributing_weights(const ConstMatrixMap& weights, ConstMatrixRef d_context,
                                    Matrix& copied) {
  if (all_finite(weights)) return weights;
  copied = weights;
  for (Index query = 0; query < copied.rows(); ++query) {
    if (all_zero(d_context.row(query).data(), d_context.cols())) copied.row(query).setZero();
  }
  return {copied.data(), copied.rows(), copied.cols()};
}

// Returns softmax(masked_scores / temperature), which it computes in `weights`.
ConstMatrixMap softmax_of(const ConstMatrixMap& masked_scores, float temperature, Matrix& weights) {
  weights.resize(masked_scores.rows(), masked_scores.cols());
  softmax_rows(masked_scores, weights, temperature);
  return {weights.data(), weights.rows(), weights.cols()};
}

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
  const auto& [q, k, v, weights, masked_scores] = forward;
  const Index batch = call.shape.batch, num_heads = call.shape.num_heads;
  const Index n_query = call.shape.n_query, n_key = call.shape.n_key;
  const bool drops = options.dropout.probability > 0;

  Tensor d_score_bias;
  if (mask.score_bias) d_score_bias = Tensor::zeros_like(*mask.score_bias);
  // If all inputs are finite, products need not skip zeros to keep NaN out of the result.
  const bool is_finite = all_finite_in(q) && all_finite_in(k) && all_finite_in(d_context);
  const auto multiply_safely = is_finite ? plain_product : multiply_where_nonzero;
  const float scale = options.scale.value_or(1 / std::sqrt(static_cast<float>(q.shape[3])));
  Matrix factors(drops ? n_query : 0, drops ? n_key : 0), dropped, copied, recomputed;
  const bool changes_weights = hooks.changes("weights");
  const bool changes_dropped = hooks.changes("dropped_weights");
  Matrix d_scores(n_query, n_key);  // first d_weights, then step by step the gradients before it
  ProductOptions add, add_scaled, scaled;
  add_scaled.alpha = scaled.alpha = scale;

  // The name of a field with a hook, else null; looked up once, not for each head.
  const auto hooked = [&](const char* field) { return hooks.reaches(field) ? field : nullptr; };
  const char *scores_hook = hooked("scores"), *masked_scores_hook = hooked("masked_scores");
  const char *weights_hook = hooked("weights"), *dropped_hook = hooked("dropped_weights");

  const std::vector<Index> shape = {batch, num_heads, n_query, n_key};
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      const Index kv_head = i_kv - b * call.num_kv_heads;
      // All heads of a group add to the gradients of the same keys and values.
      const bool is_first = h == 0 || call.kv_matrix(b, h - 1) != i_kv;
      add.beta = add_scaled.beta = is_first ? 0 : 1;
      const ConstMatrixMap d_head_context = d_context.matrix(i);
      const ConstMatrixMap head_weights =
          contributing_weights(weights.matrix(i), d_head_context, copied);
      const auto at_field = [&](const char* field) {
        if (field != nullptr) hooks.backward(field, shape, b, h, d_scores);
      };

      multiply(d_head_context, transposed(v.matrix(i_kv)), d_scores);
      MatrixView applied_weights = head_weights;
      if (drops) {
        at_field(dropped_hook);
        dropout_factors(options.dropout, static_cast<std::uint64_t>(i), factors.size(),
                        factors.data());
        dropped = head_weights.cwiseProduct(factors);
        if (changes_dropped) hooks.change("dropped_weights", shape, b, h, dropped);
        applied_weights = dropped;
        scale_where_nonzero(factors.data(), d_scores.data(), d_scores.size(), d_scores.data());
      }
      multiply_safely(transposed(applied_weights), d_head_context,
                      head_matrix(gradients.d_v, b, kv_head), add);

      at_field(weights_hook);
      // The softmax's own gradient needs the weights that it computed.
      const ConstMatrixMap softmax_weights =
          changes_weights ? softmax_of(masked_scores->matrix(i), options.temperature, recomputed)
                          : head_weights;
      softmax_backward(softmax_weights, d_scores, d_scores);
      if (options.temperature != 1) {
        divide_row(d_scores.data(), d_scores.size(), options.temperature);
      }
      at_field(masked_scores_hook);
      if (mask.score_bias) {
        add_tile_to_bias(*mask.score_bias, {b, h, 0, 0}, d_scores, d_score_bias);
      }
      if (positions != nullptr) positions->add_backward(h, d_scores, d_relative_bias);
      at_field(scores_hook);

      multiply_safely(d_scores, k.matrix(i_kv), head_matrix(gradients.d_q, b, h), scaled);
      multiply_safely(transposed(d_scores), q.matrix(i), head_matrix(gradients.d_k, b, kv_head),
                      add_scaled);
    }
  }
  hooks.backward("q", gradients.d_q, batch, num_heads, {"batch", "head", "query", "d_head"});
  const char* kv_head = kv_head_axis(call.num_kv_heads, num_heads);
  const char* d_v = d_v_axis(v.shape[3], q.shape[3]);
  hooks.backward("k", gradients.d_k, batch, call.num_kv_heads, {"batch", kv_head, "key", "d_head"});
  hooks.backward("v", gradients.d_v, batch, call.num_kv_heads, {"batch", kv_head, "key", d_v});
  return d_score_bias;
}

}  // namespace attn
