#include "attention/scaled_dot_product.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

ScoresShape check_operands(const Tensor& q, const Tensor& k, const Tensor& v) {
  if (q.rank() != 4 || q.shape[3] < 1) {
    refuse({"expected q of shape [batch, head, query, d_head] with d_head at least 1, got ",
            q.shape_text()});
  }
  if (k.rank() != 4 || k.shape[0] != q.shape[0] || k.shape[1] != q.shape[1] ||
      k.shape[3] != q.shape[3]) {
    refuse({"expected k of shape [batch, head, key, d_head] to go with q ", q.shape_text(),
            ", got ", k.shape_text()});
  }
  if (v.rank() != 4 || v.shape[0] != k.shape[0] || v.shape[1] != k.shape[1] ||
      v.shape[2] != k.shape[2]) {
    refuse({"expected v of shape [batch, head, key, d_v] to go with k ", k.shape_text(), ", got ",
            v.shape_text()});
  }
  return {q.shape[0], q.shape[1], q.shape[2], k.shape[2]};
}

void divide(MatrixRef x, float divisor) {
  for (Index i = 0; i < x.rows(); ++i) {
    float* row = x.data() + i * x.outerStride();
    for (Index j = 0; j < x.cols(); ++j) row[j] /= divisor;
  }
}

// The queries with a score, among those they may attend to, that is NaN or infinite. Asked before
// masking, which could not tell a score that fell to -inf by overflow from an excluded one.
std::vector<Index> overflowed_queries(ConstMatrixRef scores, const Mask& mask,
                                      const ScoresShape& shape, Index batch, Index head) {
  std::vector<Index> queries;
  for (Index i = 0; i < shape.n_query; ++i) {
    const float* row = scores.data() + i * scores.outerStride();
    if (all_finite(row, shape.n_key)) continue;
    for (Index j = 0; j < shape.n_key; ++j) {
      if (!std::isfinite(row[j]) && may_attend(mask, shape, batch, head, i, j)) {
        queries.push_back(i);
        break;
      }
    }
  }
  return queries;
}

// context = weights v, where a key of weight 0 adds nothing even if its value is NaN or infinite.
//   weights [n_query, n_key]    v [n_key, d_v]    context [n_query, d_v]  out
void weigh_values(ConstMatrixRef weights, ConstMatrixRef v, MatrixRef context) {
  if (all_finite(v)) {
    multiply(weights, v, context);
    return;
  }
  // The same product, so that queries which do not attend to the odd values keep their very bits;
  // then those values, for the queries that do.
  Matrix finite_v = v;
  std::vector<Index> odd_keys;
  for (Index j = 0; j < v.rows(); ++j) {
    if (all_finite(v.row(j))) continue;
    finite_v.row(j).setZero();
    odd_keys.push_back(j);
  }
  multiply(weights, finite_v, context);
  for (const Index j : odd_keys) {
    for (Index i = 0; i < weights.rows(); ++i) {
      if (weights(i, j) != 0) context.row(i) += weights(i, j) * v.row(j);
    }
  }
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, AttentionTrace* trace) {
  const ScoresShape shape = check_operands(q, k, v);
  check_mask(mask, shape);
  const auto [batch, num_heads, n_query, n_key] = shape;
  const float root = std::sqrt(static_cast<float>(q.shape[3]));

  Tensor context({"batch", "head", "query", v.axes[3]}, {batch, num_heads, n_query, v.shape[3]});
  Tensor scores, masked_scores, weights, row_status;
  Matrix one_head[3];  // without a trace, room for the scores and weights of one head at a time
  if (trace != nullptr) {
    row_status = Tensor({"batch", "head", "query"}, {batch, num_heads, n_query});
    for (Tensor* n_by_n : {&scores, &masked_scores, &weights}) {
      *n_by_n = Tensor({"batch", "head", "query", "key"}, {batch, num_heads, n_query, n_key});
    }
  } else {
    element_count({n_query, n_key});
    for (Matrix& n_by_n : one_head) n_by_n.resize(n_query, n_key);
  }

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h;
      MatrixRef s = trace != nullptr ? MatrixRef(scores.matrix(i)) : MatrixRef(one_head[0]);
      MatrixRef m = trace != nullptr ? MatrixRef(masked_scores.matrix(i)) : MatrixRef(one_head[1]);
      MatrixRef w = trace != nullptr ? MatrixRef(weights.matrix(i)) : MatrixRef(one_head[2]);

      multiply_transposed(q.matrix(i), k.matrix(i), s);
      divide(s, root);
      const std::vector<Index> overflowed = overflowed_queries(s, mask, shape, b, h);
      apply_mask(mask, shape, b, h, s, m);
      std::vector<RowStatus> status = softmax_rows(m, w);
      for (const Index query : overflowed) {
        status[static_cast<std::size_t>(query)] = RowStatus::kNotFinite;
        w.row(query).setConstant(std::numeric_limits<float>::quiet_NaN());
      }
      weigh_values(w, v.matrix(i), context.matrix(i));

      if (trace == nullptr) continue;
      for (Index query = 0; query < n_query; ++query) {
        row_status.data[static_cast<std::size_t>(i * n_query + query)] =
            static_cast<float>(status[static_cast<std::size_t>(query)]);
      }
    }
  }

  if (trace != nullptr) {
    trace->scores = std::move(scores);
    trace->masked_scores = std::move(masked_scores);
    trace->weights = std::move(weights);
    trace->row_status = std::move(row_status);
    trace->context = context;
  }
  return context;
}

}  // namespace attn
