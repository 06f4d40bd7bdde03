#include "efficient/sparse.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "kernels/gathered_rows.h"
#include "kernels/row_softmax.h"
#include "ops/softmax.h"

namespace attn {
namespace {

AttentionCall checked(const Tensor& q, const Tensor& k, const Tensor& v,
                      std::span<const SparsePattern> patterns, const VariantOptions& options) {
  const AttentionCall call = check_variant_call(q, k, v, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const auto count = static_cast<Index>(patterns.size());
  if (count != 1 && count != batch * num_heads) {
    refuse("expected one pattern, or one for each of batch {} times head {}, got {}",
           {batch, num_heads, count});
  }
  for (const SparsePattern& pattern : patterns) {
    if (pattern.n_query != n_query || pattern.n_key != n_key) {
      refuse("expected a pattern of query {} and key {}, got query {} and key {}",
             {n_query, n_key, pattern.n_query, pattern.n_key});
    }
    check_pattern(pattern);
  }
  return call;
}

// The q, k, v of one head, and its pattern.
struct Head {
  ConstMatrixMap q, k, v;
  const SparsePattern& pattern;
  RealKeys is_real;

  // Refers to the keys of query i as rows of a matrix [key, columns].
  GatheredRows keys_of(Index i, Index columns) const {
    const auto query = static_cast<std::size_t>(i);
    const Index first = pattern.offsets[query];
    return {pattern.keys.data() + first, pattern.offsets[query + 1] - first, columns};
  }
};

Head head_of(const Tensor& q, const Tensor& k, const Tensor& v,
             std::span<const SparsePattern> patterns, const VariantOptions& options,
             const AttentionCall& call, Index b, Index h) {
  const Index i = b * call.shape.num_heads + h, i_kv = call.kv_matrix(b, h);
  return {q.matrix(i), k.matrix(i_kv), v.matrix(i_kv),
          patterns[patterns.size() == 1 ? 0 : static_cast<std::size_t>(i)],
          RealKeys(options, call.shape, b)};
}

// Buffers for one query's row, reused for all queries.
struct QueryRow {
  RowStatus status = RowStatus::kOk;
  std::vector<float> scores, masked_scores, weights;  // [keys of the query]
};

void weigh(const AttentionCall& call, const Head& head, Index i, QueryRow& row) {
  const GatheredRows keys = head.keys_of(i, head.q.cols());
  const auto count = static_cast<std::size_t>(keys.count);
  row.scores.resize(count);
  row.weights.resize(count);
  gather_dot(keys, head.q.data() + i * keys.columns, head.k.data(), row.scores.data());
  call.scale(MatrixMap(row.scores.data(), 1, keys.count));

  row.masked_scores = row.scores;
  bool has_overflowed = head.is_real.unpadded() && !all_finite(row.scores.data(), keys.count);
  for (std::size_t pair = 0; !head.is_real.unpadded() && pair < count; ++pair) {
    if (head.is_real[keys.list[pair]]) {
      has_overflowed = has_overflowed || !std::isfinite(row.scores[pair]);
    } else {
      row.masked_scores[pair] = -kInfinity;
    }
  }
  if (has_overflowed) {
    row.status = RowStatus::kNotFinite;
    for (std::size_t pair = 0; pair < count; ++pair) {
      row.weights[pair] = head.is_real[keys.list[pair]] ? kNaN : 0;
    }
    return;
  }
  const SoftmaxRow softmax =
      softmax_exponentials(row.masked_scores.data(), keys.count, row.weights.data());
  row.status = softmax.status;
  if (row.status == RowStatus::kOk) {
    divide_row(row.weights.data(), keys.count, softmax.exponential_sum);
  }
}

}  // namespace

Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                        std::span<const SparsePattern> patterns, const VariantOptions& options,
                        SparseTrace* trace) {
  const AttentionCall call = checked(q, k, v, patterns, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const Index d_v = v.shape[3];
  Tensor context = call.zero_context(v);
  SparseTrace new_trace;
  if (trace != nullptr) {
    for (Tensor* row_values : {&new_trace.keys_per_query, &new_trace.row_status}) {
      *row_values = call.zero_rows();
    }
  }
  QueryRow row;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Head head = head_of(q, k, v, patterns, options, call, b, h);
      MatrixMap head_context = context.matrix(b * num_heads + h);
      for (Index i = 0; i < n_query; ++i) {
        weigh(call, head, i, row);
        const GatheredRows values = head.keys_of(i, d_v);
        gather_add(values, row.weights.data(), head.v.data(), head_context.data() + i * d_v);
        if (trace == nullptr) continue;
        const auto at = static_cast<std::size_t>((b * num_heads + h) * n_query + i);
        new_trace.keys_per_query.data[at] = static_cast<float>(values.count);
        new_trace.row_status.data[at] = static_cast<float>(row.status);
        const auto append = [&](Tensor& all, const auto* numbers) {
          all.data.insert(all.data.end(), numbers, numbers + values.count);
        };
        append(new_trace.keys, values.list);
        append(new_trace.scores, row.scores.data());
        append(new_trace.masked_scores, row.masked_scores.data());
        append(new_trace.weights, row.weights.data());
      }
    }
  }
  if (trace != nullptr) {
    for (Tensor* pair_values :
         {&new_trace.keys, &new_trace.scores, &new_trace.masked_scores, &new_trace.weights}) {
      const Index pairs = pair_values->size();
      *pair_values = Tensor({"pair"}, {pairs}, std::move(pair_values->data));
    }
    new_trace.context = context;
    *trace = std::move(new_trace);
  }
  return context;
}

//   d_weights[i, j] = d_context[i] · v[j]        d_v[j] += weights[i, j] d_context[i]
//   d_scores[i, j]  = weights[i, j] (d_weights[i, j] - sum_j weights[i, j] d_weights[i, j])
//   d_q[i]          = scale sum_j d_scores[i, j] k[j]
//   d_k[j]         += scale d_scores[i, j] q[i]
AttentionGradients sparse_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                             std::span<const SparsePattern> patterns,
                                             const VariantOptions& options,
                                             const Tensor& d_context) {
  const AttentionCall call = checked(q, k, v, patterns, options);
  check_d_context(d_context, call, v);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const Index d_head = q.shape[3], d_v = v.shape[3];
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, Mask::none());
  QueryRow row;
  std::vector<float> d_scores;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index item = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      const Head head = head_of(q, k, v, patterns, options, call, b, h);
      MatrixMap d_q = gradients.d_q.matrix(item), d_k = gradients.d_k.matrix(i_kv);
      MatrixMap d_values = gradients.d_v.matrix(i_kv);
      const ConstMatrixMap d_c = d_context.matrix(item);
      for (Index i = 0; i < n_query; ++i) {
        const float* d_row = d_c.data() + i * d_v;
        if (all_zero(d_row, d_v)) continue;
        weigh(call, head, i, row);
        const GatheredRows keys = head.keys_of(i, d_head), values = head.keys_of(i, d_v);
        d_scores.resize(row.weights.size());
        gather_dot(values, d_row, head.v.data(), d_scores.data());
        scatter_add(values, row.weights.data(), d_row, d_values.data());
        const ConstMatrixMap weights(row.weights.data(), 1, keys.count);
        MatrixMap d(d_scores.data(), 1, keys.count);
        softmax_backward(weights, d, d);
        call.scale(d);
        gather_add(keys, d_scores.data(), head.k.data(), d_q.data() + i * d_head);
        scatter_add(keys, d_scores.data(), head.q.data() + i * d_head, d_k.data());
      }
    }
  }
  return gradients;
}

}  // namespace attn
