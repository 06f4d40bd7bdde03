#include "efficient/sparse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "efficient/row_sums.h"
#include "ops/softmax.h"

namespace attn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Operands checked(const Tensor& q, const Tensor& k, const Tensor& v,
                 const std::vector<SparsePattern>& patterns, const VariantOptions& options) {
  const Operands operands = check_variant_operands(q, k, v, options);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  const auto count = static_cast<Index>(patterns.size());
  if (count != 1 && count != batch * num_heads) {
    refuse({"expected one pattern, or one for each of batch ", batch, " times head ", num_heads,
            ", got ", count});
  }
  for (const SparsePattern& pattern : patterns) {
    if (pattern.n_query != n_query || pattern.n_key != n_key) {
      refuse({"expected a pattern of query ", n_query, " and key ", n_key, ", got query ",
              pattern.n_query, " and key ", pattern.n_key});
    }
    check_pattern(pattern);
  }
  return operands;
}

// One head's vectors, and the keys of each of its queries.
struct Head {
  ConstMatrixMap q, k, v;
  const SparsePattern& pattern;
  const std::uint8_t* is_real;  // null when every key is

  bool is_real_key(Index j) const { return is_real == nullptr || is_real[j] != 0; }
  const std::int32_t* keys_of(Index i) const {
    return pattern.keys.data() + pattern.offsets[static_cast<std::size_t>(i)];
  }
  Index count_of(Index i) const {
    const auto query = static_cast<std::size_t>(i);
    return pattern.offsets[query + 1] - pattern.offsets[query];
  }
};

Head head_of(const Tensor& q, const Tensor& k, const Tensor& v,
             const std::vector<SparsePattern>& patterns, const VariantOptions& options,
             const Operands& operands, Index b, Index h) {
  const Index i = b * operands.shape.num_heads + h, i_kv = operands.kv_matrix(b, h);
  return {q.matrix(i), k.matrix(i_kv), v.matrix(i_kv),
          patterns[patterns.size() == 1 ? 0 : static_cast<std::size_t>(i)],
          real_keys(options, operands.shape, b)};
}

// The room that one row at a time takes.
struct Row {
  RowStatus status = RowStatus::kOk;
  std::vector<float> scores, masked_scores, weights;  // [keys of the query]
};

void weigh(const Operands& operands, const Head& head, Index i, Row& row) {
  const std::int32_t* keys = head.keys_of(i);
  const Index count = head.count_of(i), d_head = head.q.cols();
  const float* query = head.q.data() + i * d_head;
  for (std::vector<float>* numbers : {&row.scores, &row.masked_scores, &row.weights}) {
    numbers->resize(static_cast<std::size_t>(count));
  }
  for (Index pair = 0; pair < count; ++pair) {
    row.scores[static_cast<std::size_t>(pair)] =
        dot(query, head.k.data() + keys[pair] * d_head, d_head);
  }
  operands.scale(MatrixMap(row.scores.data(), 1, count));

  bool has_overflowed = false;
  for (Index pair = 0; pair < count; ++pair) {
    const auto at = static_cast<std::size_t>(pair);
    const bool is_real = head.is_real_key(keys[pair]);
    row.masked_scores[at] = is_real ? row.scores[at] : -kInfinity;
    has_overflowed = has_overflowed || (is_real && !std::isfinite(row.scores[at]));
  }
  const SoftmaxRow softmax =
      softmax_exponentials(row.masked_scores.data(), count, row.weights.data());
  row.status = has_overflowed ? RowStatus::kNotFinite : softmax.status;
  for (Index pair = 0; pair < count; ++pair) {
    float& weight = row.weights[static_cast<std::size_t>(pair)];
    if (has_overflowed) weight = head.is_real_key(keys[pair]) ? kNaN : 0;
    if (row.status == RowStatus::kOk) weight /= softmax.exponential_sum;
  }
}

}  // namespace

Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                        const std::vector<SparsePattern>& patterns, const VariantOptions& options,
                        SparseTrace* trace) {
  const Operands operands = checked(q, k, v, patterns, options);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  const Index d_v = v.shape[3];
  Tensor context({"batch", "head", "query", v.axes[3].c_str()}, {batch, num_heads, n_query, d_v});
  SparseTrace made;
  if (trace != nullptr) {
    for (Tensor* of_rows : {&made.keys_per_query, &made.row_status}) {
      *of_rows = Tensor({"batch", "head", "query"}, {batch, num_heads, n_query});
    }
  }
  Row row;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Head head = head_of(q, k, v, patterns, options, operands, b, h);
      MatrixMap head_context = context.matrix(b * num_heads + h);
      for (Index i = 0; i < n_query; ++i) {
        weigh(operands, head, i, row);
        const std::int32_t* keys = head.keys_of(i);
        const Index count = head.count_of(i);
        float* sum = head_context.data() + i * d_v;
        for (Index pair = 0; pair < count; ++pair) {
          const float weight = row.weights[static_cast<std::size_t>(pair)];
          if (weight != 0) add_scaled(weight, head.v.data() + keys[pair] * d_v, d_v, sum);
        }
        if (trace == nullptr) continue;
        const auto at = static_cast<std::size_t>((b * num_heads + h) * n_query + i);
        made.keys_per_query.data[at] = static_cast<float>(count);
        made.row_status.data[at] = static_cast<float>(row.status);
        const auto append = [count](Tensor& all, const auto* numbers) {
          all.data.insert(all.data.end(), numbers, numbers + count);
        };
        append(made.keys, keys);
        append(made.scores, row.scores.data());
        append(made.masked_scores, row.masked_scores.data());
        append(made.weights, row.weights.data());
      }
    }
  }
  if (trace != nullptr) {
    for (Tensor* of_pairs : {&made.keys, &made.scores, &made.masked_scores, &made.weights}) {
      const Index pairs = of_pairs->size();
      *of_pairs = Tensor({"pair"}, {pairs}, std::move(of_pairs->data));
    }
    made.context = context;
    *trace = std::move(made);
  }
  return context;
}

//   d_weights[i, j] = d_context[i] · v[j]        d_v[j] += weights[i, j] d_context[i]
//   d_scores[i, j]  = weights[i, j] (d_weights[i, j] - sum_j weights[i, j] d_weights[i, j])
//   d_q[i]          = scale sum_j d_scores[i, j] k[j]
//   d_k[j]         += scale d_scores[i, j] q[i]
AttentionGradients sparse_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                             const std::vector<SparsePattern>& patterns,
                                             const VariantOptions& options,
                                             const Tensor& d_context) {
  const Operands operands = checked(q, k, v, patterns, options);
  check_d_context(d_context, operands, v);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  const Index d_head = q.shape[3], d_v = v.shape[3];
  AttentionGradients gradients{
      Tensor(q.axes, q.shape), Tensor(k.axes, k.shape), Tensor(v.axes, v.shape), {}};
  Row row;
  std::vector<float> d_scores;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index item = b * num_heads + h, i_kv = operands.kv_matrix(b, h);
      const Head head = head_of(q, k, v, patterns, options, operands, b, h);
      MatrixMap d_q = gradients.d_q.matrix(item), d_k = gradients.d_k.matrix(i_kv);
      MatrixMap d_values = gradients.d_v.matrix(i_kv);
      const ConstMatrixMap d_c = d_context.matrix(item);
      for (Index i = 0; i < n_query; ++i) {
        const float* d_row = d_c.data() + i * d_v;
        if (is_unused(d_row, d_v)) continue;
        weigh(operands, head, i, row);
        const std::int32_t* keys = head.keys_of(i);
        const Index count = head.count_of(i);
        d_scores.assign(static_cast<std::size_t>(count), 0);
        for (Index pair = 0; pair < count; ++pair) {
          const auto at = static_cast<std::size_t>(pair);
          if (row.weights[at] == 0) continue;
          d_scores[at] = dot(d_row, head.v.data() + keys[pair] * d_v, d_v);
          add_scaled(row.weights[at], d_row, d_v, d_values.data() + keys[pair] * d_v);
        }
        const ConstMatrixMap weights(row.weights.data(), 1, count);
        MatrixMap d(d_scores.data(), 1, count);
        softmax_backward(weights, d, d);
        operands.scale(d);
        for (Index pair = 0; pair < count; ++pair) {
          const float d_score = d_scores[static_cast<std::size_t>(pair)];
          if (d_score == 0) continue;
          add_scaled(d_score, head.k.data() + keys[pair] * d_head, d_head, d_q.data() + i * d_head);
          add_scaled(d_score, head.q.data() + i * d_head, d_head, d_k.data() + keys[pair] * d_head);
        }
      }
    }
  }
  return gradients;
}

}  // namespace attn
