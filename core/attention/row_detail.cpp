#include "attention/row_detail.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention_call.h"
#include "attention/heads_axes.h"
#include "attention/rank_keys.h"
#include "base/check.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// Throws unless the trace has all tensors that are read here, in the shapes of a forward pass.
void check_full(const AttentionTrace& trace) {
  const std::vector<Index>& q = trace.q.shape;
  const std::vector<Index>& v = trace.v.shape;
  if (q.size() != 4 || v.size() != 4 || v[1] < 1 || q[1] % v[1] != 0) {
    refuse("expected a full trace, got one with q of shape {} and v of shape {}", {q, v});
  }
  const auto check_field = [](const char* name, const Tensor& field,
                              const std::vector<Index>& expected) {
    if (field.shape == expected && field.size() == element_count(expected)) return;
    refuse("expected a full trace with {} of shape {}, got {}", {name, expected, field.shape});
  };
  check_field("q", trace.q, q);
  check_field("k", trace.k, {q[0], v[1], v[2], q[3]});
  check_field("v", trace.v, {q[0], v[1], v[2], v[3]});
  check_field("scores", trace.scores, {q[0], q[1], q[2], v[2]});
  check_field("masked_scores", trace.masked_scores, {q[0], q[1], q[2], v[2]});
  check_field("weights", trace.weights, {q[0], q[1], q[2], v[2]});
  check_field("row_status", trace.row_status, {q[0], q[1], q[2]});
  check_field("context", trace.context, {q[0], q[1], q[2], v[3]});
}

// The weights that were multiplied with the values: after dropout, if there was any.
RowVector applied_weights(const AttentionTrace& trace, Index i, Index query) {
  const bool dropped = trace.dropped_weights.shape == trace.weights.shape;
  return (dropped ? trace.dropped_weights : trace.weights).matrix(i).row(query);
}

const char* context_axis(const AttentionTrace& trace) {
  return d_v_axis(trace.v.shape[3], trace.q.shape[3]);
}

// The axis of all heads' contexts side by side. If the trace has no output, its d_model is assumed
// to be that of all heads' queries.
const char* contexts_axis(const AttentionTrace& trace) {
  const Index num_heads = trace.q.shape[1];
  const Index d_model =
      trace.output.empty() ? num_heads * trace.q.shape[3] : trace.output.shape.back();
  return concat_axis(num_heads * trace.v.shape[3], d_model);
}

Tensor vector_of(const char* axis, const RowVector& x) {
  return Tensor({axis}, {x.size()}, std::vector<float>(x.data(), x.data() + x.size()));
}

// weights[j] value[j], one row per key; 0 where the weight is 0, even if the value is NaN.
Matrix contributions_of(const RowVector& weights, ConstMatrixRef value) {
  Matrix contributions = Matrix::Zero(value.rows(), value.cols());
  for (Index j = 0; j < value.rows(); ++j) {
    if (weights(j) != 0) contributions.row(j) = weights(j) * value.row(j);
  }
  return contributions;
}

// Sets ranking, rest_weight and rest_contributions.
//   axis  that of the contributions' columns
void set_ranking(const RowVector& weights, ConstMatrixRef contributions, const char* axis,
                 Index max_keys, RowDetail& detail) {
  const KeyRanking ranking = rank_keys(weights, max_keys);
  detail.ranking = ranking_tensor(ranking);
  detail.rest_weight = Tensor::scalar(rest_weight(ranking, weights));
  RowVector rest = RowVector::Zero(contributions.cols());
  for (const Index j : ranking.rest) rest += contributions.row(j);
  detail.rest_contributions = vector_of(axis, rest);
}

}  // namespace

RowDetail row_detail(const AttentionTrace& trace, Index batch, Index head, Index query,
                     Index max_keys, float temperature) {
  check_full(trace);
  check_scale_and_temperature({}, temperature);
  const Index num_heads = trace.q.shape[1], n_query = trace.q.shape[2], n_key = trace.k.shape[2];
  check_index("batch", batch, trace.q.shape[0]);
  check_index("head", head, num_heads);
  check_index("query", query, n_query);
  const Index i = batch * num_heads + head;
  const Index i_kv = kv_matrix(batch, head, num_heads, trace.v.shape[1]);

  const RowVector q = trace.q.matrix(i).row(query);
  const ConstMatrixMap k = trace.k.matrix(i_kv);
  Matrix dots(1, n_key), products(n_key, q.size());
  multiply(q, transposed(k), dots);
  for (Index j = 0; j < n_key; ++j) products.row(j) = q.cwiseProduct(k.row(j));

  const RowVector masked_scores = trace.masked_scores.matrix(i).row(query);
  RowVector exponentials(n_key);
  SoftmaxRow row =
      softmax_exponentials(masked_scores.data(), n_key, exponentials.data(), temperature);
  const float status = trace.row_status.data[static_cast<std::size_t>(i * n_query + query)];
  if (status == static_cast<float>(RowStatus::kNotFinite)) {
    // A score that overflowed to -inf looks masked here. Only the forward pass can tell.
    row.row_max = row.exponential_sum = kNaN;
    exponentials.setConstant(row.row_max);
  }
  const RowVector weights = trace.weights.matrix(i).row(query);
  const Matrix contributions =
      contributions_of(applied_weights(trace, i, query), trace.v.matrix(i_kv));

  const char* axis = context_axis(trace);
  RowDetail detail;
  detail.products = Tensor::from_matrix(products, "key", "d_head");
  detail.dots = vector_of("key", dots.row(0));
  detail.scores = vector_of("key", trace.scores.matrix(i).row(query));
  detail.masked_scores = vector_of("key", masked_scores);
  detail.row_max = Tensor::scalar(row.row_max);
  detail.exponentials = vector_of("key", exponentials);
  detail.exponential_sum = Tensor::scalar(row.exponential_sum);
  detail.weights = vector_of("key", weights);
  detail.context = vector_of(axis, trace.context.matrix(i).row(query));
  detail.contributions = Tensor::from_matrix(contributions, "key", axis);
  set_ranking(weights, contributions, axis, max_keys, detail);
  return detail;
}

RowDetail mean_row_detail(const AttentionTrace& trace, Index batch, Index query, Index max_keys) {
  check_full(trace);
  const Index num_heads = trace.q.shape[1], n_key = trace.k.shape[2], d_v = trace.v.shape[3];
  check_index("batch", batch, trace.q.shape[0]);
  check_index("query", query, trace.q.shape[2]);

  RowVector mean = RowVector::Zero(n_key), context(num_heads * d_v);
  Matrix contributions(n_key, num_heads * d_v);
  for (Index head = 0; head < num_heads; ++head) {
    const Index i = batch * num_heads + head;
    const Index i_kv = kv_matrix(batch, head, num_heads, trace.v.shape[1]);
    mean += trace.weights.matrix(i).row(query);
    context.segment(head * d_v, d_v) = trace.context.matrix(i).row(query);
    contributions.middleCols(head * d_v, d_v) =
        contributions_of(applied_weights(trace, i, query), trace.v.matrix(i_kv));
  }
  mean /= static_cast<float>(num_heads);

  const char* axis = contexts_axis(trace);
  RowDetail detail;
  detail.weights = vector_of("key", mean);
  detail.context = vector_of(axis, context);
  detail.contributions = Tensor::from_matrix(contributions, "key", axis);
  set_ranking(mean, contributions, axis, max_keys, detail);
  return detail;
}

}  // namespace attn
