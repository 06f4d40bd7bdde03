#include "base/finite.h"
#include "efficient/performer.h"
#include "efficient/performer_sums.h"
#include "kernels/exp.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"

namespace attn {
namespace {

// The gradients of one head with respect to the exponents and values.
struct HeadGradients {
  Matrix d_query_exponents;  // [query, feature]
  Matrix d_key_exponents;    // [key, feature]
  Matrix d_values;           // [key, d_v + 1]
};

// weighted [query, d_v + 1], context = weighted / its last column:
//   d_weighted       = d_context / denominator
//   d_weighted, last = -(d_context · context) / denominator
// 0 for a query without keys, and where d_context is 0.
void through_division(ConstMatrixRef weighted, ConstMatrixRef d_context, MatrixRef d_weighted) {
  const Index d_v = d_context.cols();
  for (Index i = 0; i < weighted.rows(); ++i) {
    const float* d_row = d_context.data() + i * d_context.outerStride();
    if (all_zero(d_row, d_v)) {
      d_weighted.row(i).setZero();
      continue;
    }
    const float* sums = weighted.data() + i * weighted.outerStride();
    float* d_sums = d_weighted.data() + i * d_weighted.outerStride();
    const float denominator = sums[d_v];
    float mean = 0;
    for (Index c = 0; c < d_v; ++c) {
      d_sums[c] = denominator == 0 ? 0 : d_row[c] / denominator;
      mean += d_sums[c] * sums[c];
    }
    d_sums[d_v] = denominator == 0 ? 0 : -mean / denominator;
  }
}

// d_features -> d_exponents, in place: a feature is the exponential of its exponent.
void through_exponential(ConstMatrixRef features, MatrixRef d) {
  for (Index i = 0; i < d.rows(); ++i) {
    float* d_row = d.data() + i * d.outerStride();
    scale_where_nonzero(features.data() + i * features.outerStride(), d_row, d.cols(), d_row);
  }
}

//   weighted = query_features sums        sums = key_featuresᵀ values
HeadGradients attend_to_all_backward(const PerformerHead& head, ConstMatrixRef d_context) {
  const Index n_query = head.query_exponents().rows(), n_key = head.key_exponents().rows();
  const Index num_features = head.key_exponents().cols(), width = head.values().cols();
  RowVector peaks;
  Matrix key_features(n_key, num_features), query_features(n_query, num_features);
  Matrix sums(num_features, width), weighted(n_query, width), d_weighted(n_query, width);
  head.add_all_keys(peaks, key_features, sums);
  for (Index i = 0; i < n_query; ++i) {
    head.query_features(i, peaks, query_features.data() + i * num_features);
  }
  multiply(query_features, sums, weighted);
  through_division(weighted, d_context, d_weighted);
  leave_out_unused(d_context, query_features);

  HeadGradients d{Matrix(n_query, num_features), Matrix::Zero(n_key, num_features),
                  Matrix::Zero(n_key, width)};
  Matrix d_sums(num_features, width);
  multiply(d_weighted, transposed(sums), d.d_query_exponents);
  multiply_where_nonzero(transposed(query_features), d_weighted, d_sums);
  through_exponential(query_features, d.d_query_exponents);
  if (all_zero(d_sums.data(), d_sums.size())) return d;
  multiply(head.values(), transposed(d_sums), d.d_key_exponents);
  multiply_where_nonzero(key_features, d_sums, d.d_values);
  through_exponential(key_features, d.d_key_exponents);
  return d;
}

// Two passes. The first goes forward and computes the gradients of the queries. The second goes
// backward over the keys and accumulates d_sums over the queries that see each key. d_sums is
// relative to the peaks at the current key, so it is rescaled whenever a peak falls.
HeadGradients attend_to_earlier_backward(const PerformerHead& head, ConstMatrixRef d_context) {
  const Index n_query = head.query_exponents().rows(), n_key = head.key_exponents().rows();
  const Index num_features = head.key_exponents().cols(), width = head.values().cols();
  Matrix peaks_at(n_key, num_features), query_features(n_query, num_features);
  Matrix sums = Matrix::Zero(num_features, width), d_weighted(n_query, width), weighted(1, width);
  RowVector peaks = RowVector::Constant(num_features, -kInfinity);
  HeadGradients d{Matrix(n_query, num_features), Matrix::Zero(n_key, num_features),
                  Matrix::Zero(n_key, width)};
  Index added = 0;
  for (Index i = 0; i < n_query; ++i) {
    for (; added < head.visible(i); ++added) {
      head.add_key(added, peaks, sums);
      peaks_at.row(added) = peaks;
    }
    head.query_features(i, peaks, query_features.data() + i * num_features);
    multiply(query_features.row(i), sums, weighted);
    through_division(weighted, d_context.row(i), d_weighted.row(i));
    multiply(d_weighted.row(i), transposed(sums), d.d_query_exponents.row(i));
  }
  leave_out_unused(d_context, query_features);
  through_exponential(query_features, d.d_query_exponents);

  Matrix d_sums = Matrix::Zero(num_features, width), key_features(1, num_features);
  ProductOptions add;
  add.beta = 1;
  Index i = n_query - 1;
  for (Index j = added - 1; j >= 0; --j) {
    for (Index m = 0; j < added - 1 && m < num_features; ++m) {
      const float peak = peaks_at(j, m), next = peaks_at(j + 1, m);
      if (peak == next) continue;
      // The peak is -inf before the first key.
      d_sums.row(m) *= peak == -kInfinity ? 0 : exp_of_nonpositive(peak - next);
    }
    for (; i >= 0 && head.visible(i) > j; --i) {
      multiply(transposed(query_features.row(i)), d_weighted.row(i), d_sums, add);
    }
    if (!head.is_real(j) || all_zero(d_sums.data(), d_sums.size())) continue;
    head.key_features(j, peaks_at.data() + j * num_features, key_features.data());
    multiply(key_features, d_sums, d.d_values.row(j));
    multiply(head.values().row(j), transposed(d_sums), d.d_key_exponents.row(j));
    through_exponential(key_features, d.d_key_exponents.row(j));
  }
  return d;
}

}  // namespace

//   d_q = d_query_exponents (root_scale w)
//   d_k = d_key_exponents (root_scale w) - root_scale² k sum_m d_key_exponents[m]
AttentionGradients performer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                                const Performer& config,
                                                const VariantOptions& options,
                                                const Tensor& d_context) {
  const PerformerSetup setup = performer_setup(q, k, v, config, options);
  check_d_context(d_context, setup.call, v);
  const auto [batch, num_heads, n_query, n_key] = setup.call.shape;
  const Index num_features = config.num_features;
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, Mask::none());
  Matrix d_k(n_key, k.shape[3]);

  for (Index b = 0; b < batch; ++b) {
    const RealKeys is_real(options, setup.call.shape, b);
    for (Index h = 0; h < num_heads; ++h) {
      const Index item = b * num_heads + h, i_kv = setup.call.kv_matrix(b, h);
      const ConstMatrixMap keys = k.matrix(i_kv);
      const PerformerHead head(setup, config.causal, is_real, q.matrix(item), keys, v.matrix(i_kv));
      const ConstMatrixMap d_c = d_context.matrix(item);
      const HeadGradients d =
          config.causal ? attend_to_earlier_backward(head, d_c) : attend_to_all_backward(head, d_c);

      MatrixMap d_q = gradients.d_q.matrix(item);
      multiply(d.d_query_exponents, setup.scaled_features, d_q);
      multiply(d.d_key_exponents, setup.scaled_features, d_k);
      for (Index j = 0; j < n_key; ++j) {
        if (!head.is_real(j) || all_zero(d.d_key_exponents.row(j).data(), num_features)) continue;
        float sum = 0;
        for (Index m = 0; m < num_features; ++m) sum += d.d_key_exponents(j, m);
        gradients.d_k.matrix(i_kv).row(j) +=
            d_k.row(j) - (sum * setup.root_scale * setup.root_scale) * keys.row(j);
      }
      gradients.d_v.matrix(i_kv) += d.d_values.leftCols(v.shape[3]);
    }
  }
  return gradients;
}

}  // namespace attn
