#include <limits>

#include "attention/operands.h"
#include "attention/position_bias.h"
#include "attention/scaled_dot_product.h"
#include "base/check.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

void check_given(const char* name, const Tensor& given, const std::vector<Index>& expected) {
  if (given.shape == expected) return;
  refuse({"expected ", name, " of shape ", expected, ", got ", given.shape});
}

// Into the bias of this head and batch item, or into the one that serves all of them.
void add_to_bias(const Tensor& bias, Index batch, Index head, ConstMatrixRef d_masked_scores,
                 Tensor& d_bias) {
  const Index b = bias.shape[0] == 1 ? 0 : batch, h = bias.shape[1] == 1 ? 0 : head;
  const Index i = b * bias.shape[1] + h;
  constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  const ConstMatrixMap given = bias.matrix(i);
  MatrixMap sum = d_bias.matrix(i);
  for (Index row = 0; row < given.rows(); ++row) {
    for (Index j = 0; j < given.cols(); ++j) {
      if (given(row, j) != kMinusInfinity) sum(row, j) += d_masked_scores(row, j);
    }
  }
}

}  // namespace

AttentionGradients scaled_dot_product_attention_backward(const Tensor& q, const Tensor& k,
                                                         const Tensor& v, const Mask& mask,
                                                         const AttentionOptions& options,
                                                         const Tensor& weights,
                                                         const Tensor& d_context) {
  Matrix none;
  return attend_backward(q, k, v, mask, options, nullptr, weights, d_context, none);
}

AttentionGradients attend_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                   const Mask& mask, const AttentionOptions& options,
                                   const PositionBias* positions, const Tensor& weights,
                                   const Tensor& d_context, MatrixRef d_relative_bias) {
  const Operands operands = check_operands(q, k, v, mask, options);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  check_given("weights", weights, {batch, num_heads, n_query, n_key});
  check_given("d_context", d_context, {batch, num_heads, n_query, v.shape[3]});
  const bool drops = options.dropout.probability > 0;

  AttentionGradients gradients{
      Tensor(q.axes, q.shape), Tensor(k.axes, k.shape), Tensor(v.axes, v.shape), {}};
  if (mask.score_bias) {
    gradients.d_score_bias = Tensor(mask.score_bias->axes, mask.score_bias->shape);
  }
  Matrix factors(drops ? n_query : 0, drops ? n_key : 0), dropped;
  Matrix d_scores(n_query, n_key), d_k(n_key, k.shape[3]), d_v(n_key, v.shape[3]), used;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = operands.kv_matrix(b, h);
      const ConstMatrixMap d_c = d_context.matrix(i);
      used = weights.matrix(i);
      for (Index query = 0; query < n_query; ++query) {
        // A context that nobody uses gives nothing, not even the NaN of a padded token's weights.
        if ((d_c.row(query).array() == 0).all()) used.row(query).setZero();
      }
      const Matrix& w = used;

      multiply(d_c, transposed(v.matrix(i_kv)), d_scores);  // the gradient of the (dropped) weights
      if (drops) {
        dropout_factors(options.dropout, static_cast<std::uint64_t>(i), factors.size(),
                        factors.data());
        dropped = w.cwiseProduct(factors);
        multiply_where_nonzero(transposed(dropped), d_c, d_v);
        d_scores = (factors.array() == 0).select(0.0f, d_scores.array() * factors.array());
      } else {
        multiply_where_nonzero(transposed(w), d_c, d_v);
      }
      gradients.d_v.matrix(i_kv) += d_v;

      softmax_backward(w, d_scores, d_scores);
      if (options.temperature != 1) d_scores /= options.temperature;
      if (mask.score_bias) add_to_bias(*mask.score_bias, b, h, d_scores, gradients.d_score_bias);

      if (positions != nullptr) positions->add_backward(h, d_scores, d_relative_bias);

      operands.scale(d_scores);
      multiply_where_nonzero(d_scores, k.matrix(i_kv), gradients.d_q.matrix(i));
      multiply_where_nonzero(transposed(d_scores), q.matrix(i), d_k);
      gradients.d_k.matrix(i_kv) += d_k;
    }
  }
  return gradients;
}

}  // namespace attn
