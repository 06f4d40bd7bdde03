#include "efficient/linformer.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "base/random.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

AttentionCall checked(const Tensor& q, const Tensor& k, const Tensor& v,
                      const LinformerParameters& parameters, const VariantOptions& options) {
  const AttentionCall call = check_variant_call(q, k, v, options);
  const Index k_projected = parameters.e.rows();
  check_min("k_projected", k_projected, 1);
  check_shape("e", parameters.e, k_projected, call.shape.n_key);
  check_shape("f", parameters.f, k_projected, call.shape.n_key);
  return call;
}

// x with the rows of padding set to zero.
Matrix real_rows(ConstMatrixRef x, RealKeys is_real) {
  Matrix rows = x;
  for (Index j = 0; j < rows.rows(); ++j) {
    if (!is_real[j]) rows.row(j).setZero();
  }
  return rows;
}

bool has_real_key(RealKeys is_real, Index n_key) {
  for (Index j = 0; j < n_key; ++j) {
    if (is_real[j]) return true;
  }
  return false;
}

struct Projected {
  Matrix k, v;            // [k_projected, d_head], [k_projected, d_v]
  Matrix real_k, real_v;  // the inputs of the projections
};

Projected project(const LinformerParameters& parameters, ConstMatrixRef k, ConstMatrixRef v,
                  RealKeys is_real) {
  const Index k_projected = parameters.e.rows();
  Projected projected{Matrix(k_projected, k.cols()), Matrix(k_projected, v.cols()),
                      real_rows(k, is_real), real_rows(v, is_real)};
  multiply_where_nonzero(parameters.e, projected.real_k, projected.k);
  multiply_where_nonzero(parameters.f, projected.real_v, projected.v);
  return projected;
}

// Fills scores and weights [n_query, k_projected]; all 0 if there is no real key.
std::vector<RowStatus> weigh(const AttentionCall& call, ConstMatrixRef q,
                             ConstMatrixRef projected_k, bool has_keys, MatrixRef scores,
                             MatrixRef weights) {
  multiply(q, transposed(projected_k), scores);
  call.scale(scores);
  if (!has_keys) {
    weights.setZero();
    return std::vector<RowStatus>(static_cast<std::size_t>(q.rows()), RowStatus::kNothingToAttend);
  }
  std::vector<RowStatus> status = softmax_rows(scores, weights);
  for (Index i = 0; i < q.rows(); ++i) {
    if (all_finite(scores.row(i))) continue;
    status[static_cast<std::size_t>(i)] = RowStatus::kNotFinite;
    weights.row(i).setConstant(kNaN);
  }
  return status;
}

}  // namespace

LinformerParameters LinformerParameters::random(Index k_projected, Index n_key,
                                                std::uint64_t seed) {
  check_min("k_projected", k_projected, 1);
  const double deviation = 1 / std::sqrt(static_cast<double>(k_projected));
  Random random_e(seed, stream_of("e")), random_f(seed, stream_of("f"));
  return {normal_matrix(k_projected, n_key, deviation, random_e),
          normal_matrix(k_projected, n_key, deviation, random_f)};
}

Tensor linformer_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           const LinformerParameters& parameters, const VariantOptions& options,
                           LinformerTrace* trace) {
  const AttentionCall call = checked(q, k, v, parameters, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const Index k_projected = parameters.e.rows();
  Tensor context = call.zero_context(v);
  LinformerTrace new_trace;
  if (trace != nullptr) {
    new_trace.projected_k = Tensor({"batch", k.axes[1].c_str(), "projected", k.axes[3].c_str()},
                                   {batch, k.shape[1], k_projected, k.shape[3]});
    new_trace.projected_v = Tensor({"batch", v.axes[1].c_str(), "projected", v.axes[3].c_str()},
                                   {batch, v.shape[1], k_projected, v.shape[3]});
    for (Tensor* each : {&new_trace.scores, &new_trace.weights}) {
      *each =
          Tensor({"batch", "head", "query", "projected"}, {batch, num_heads, n_query, k_projected});
    }
    new_trace.row_status = call.zero_rows();
  }
  check_element_count({n_query, k_projected});
  Matrix scores(n_query, k_projected), weights(n_query, k_projected);

  for (Index b = 0; b < batch; ++b) {
    const RealKeys is_real(options, call.shape, b);
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      const Projected projected = project(parameters, k.matrix(i_kv), v.matrix(i_kv), is_real);
      const std::vector<RowStatus> status =
          weigh(call, q.matrix(i), projected.k, has_real_key(is_real, n_key), scores, weights);
      multiply_where_nonzero(weights, projected.v, context.matrix(i));
      if (trace == nullptr) continue;
      new_trace.projected_k.matrix(i_kv) = projected.k;
      new_trace.projected_v.matrix(i_kv) = projected.v;
      new_trace.scores.matrix(i) = scores;
      new_trace.weights.matrix(i) = weights;
      put_status(status, new_trace.row_status.data.data() + i * n_query);
    }
  }
  if (trace != nullptr) {
    new_trace.context = context;
    *trace = std::move(new_trace);
  }
  return context;
}

//   d_projected_v = weightsᵀ d_context      d_f += d_projected_v vᵀ      d_v = fᵀ d_projected_v
//   d_scores      = softmax_backward(weights, d_context projected_vᵀ)
//   d_projected_k = scale d_scoresᵀ q       d_e += d_projected_k kᵀ      d_k = eᵀ d_projected_k
LinformerGradients linformer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                                const LinformerParameters& parameters,
                                                const VariantOptions& options,
                                                const Tensor& d_context) {
  const AttentionCall call = checked(q, k, v, parameters, options);
  check_d_context(d_context, call, v);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const Index k_projected = parameters.e.rows(), d_head = q.shape[3], d_v = v.shape[3];
  LinformerGradients gradients{
      Tensor::zeros_like(q),
      Tensor::zeros_like(k),
      Tensor::zeros_like(v),
      {Matrix::Zero(k_projected, n_key), Matrix::Zero(k_projected, n_key)}};
  check_element_count({n_query, k_projected});
  Matrix scores(n_query, k_projected), weights(n_query, k_projected);
  Matrix d_scores(n_query, k_projected), d_projection(k_projected, n_key);
  Matrix d_projected_k(k_projected, d_head), d_projected_v(k_projected, d_v);
  Matrix d_keys(n_key, d_head), d_values(n_key, d_v);

  for (Index b = 0; b < batch; ++b) {
    const RealKeys is_real(options, call.shape, b);
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      const Projected projected = project(parameters, k.matrix(i_kv), v.matrix(i_kv), is_real);
      weigh(call, q.matrix(i), projected.k, has_real_key(is_real, n_key), scores, weights);
      leave_out_unused(d_context.matrix(i), weights);

      multiply_where_nonzero(transposed(weights), d_context.matrix(i), d_projected_v);
      // A value that no used context depends on, which may be NaN, does not reach d_f.
      if (!all_zero(d_projected_v.data(), d_projected_v.size())) {
        multiply(d_projected_v, transposed(projected.real_v), d_projection);
        gradients.parameters.f += d_projection;
      }
      multiply(transposed(parameters.f), d_projected_v, d_values);
      gradients.d_v.matrix(i_kv) += real_rows(d_values, is_real);

      multiply(d_context.matrix(i), transposed(projected.v), d_scores);
      softmax_backward(weights, d_scores, d_scores);
      call.scale(d_scores);
      multiply_where_nonzero(d_scores, projected.k, gradients.d_q.matrix(i));
      multiply_where_nonzero(transposed(d_scores), q.matrix(i), d_projected_k);
      if (!all_zero(d_projected_k.data(), d_projected_k.size())) {
        multiply(d_projected_k, transposed(projected.real_k), d_projection);
        gradients.parameters.e += d_projection;
      }
      multiply(transposed(parameters.e), d_projected_k, d_keys);
      gradients.d_k.matrix(i_kv) += real_rows(d_keys, is_real);
    }
  }
  return gradients;
}

}  // namespace attn
