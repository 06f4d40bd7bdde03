#include <algorithm>
#include <cstdint>
#include <vector>

#include "attention/attention_call.h"
#include "base/finite.h"
#include "efficient/flash.h"
#include "efficient/variant_options.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"
#include "ops/mask_tile.h"
#include "ops/softmax.h"

namespace attn {
namespace {

void check_trace(const FlashTrace& trace, const AttentionCall& call, const Tensor& v) {
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  check_shape("row_max", trace.row_max, {batch, num_heads, n_query});
  check_shape("exponential_sum", trace.exponential_sum, {batch, num_heads, n_query});
  check_shape("row_status", trace.row_status, {batch, num_heads, n_query});
  check_shape("context", trace.context, {batch, num_heads, n_query, v.shape[3]});
}

// The softmax statistics of one row, from forward's trace.
struct KeptRow {
  float max, sum;
  RowStatus status;
};

KeptRow kept_row(const FlashTrace& trace, Index row) {
  const auto at = static_cast<std::size_t>(row);
  // Compared, because a trace from a caller may hold any number, even NaN.
  const float number = trace.row_status.data[at];
  RowStatus status = RowStatus::kNotFinite;
  for (const RowStatus known : {RowStatus::kOk, RowStatus::kNothingToAttend}) {
    if (number == static_cast<float>(known)) status = known;
  }
  return {trace.row_max.data[at], trace.exponential_sum.data[at], status};
}

// masked scores [n] -> weights, in place. A non-finite row gets NaN wherever it may attend.
void to_weights(const KeptRow& kept, float temperature, float* row, Index n) {
  if (kept.status == RowStatus::kOk) {
    row_exponentials(row, n, kept.max, temperature, row);
    divide_row(row, n, kept.sum);
    return;
  }
  const float allowed = kept.status == RowStatus::kNotFinite ? kNaN : 0;
  for (Index j = 0; j < n; ++j) row[j] = row[j] == -kInfinity ? 0 : allowed;
}

}  // namespace

AttentionGradients flash_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const Mask& mask, const FlashOptions& options,
                                            const FlashTrace& trace, const Tensor& d_context) {
  const TileSizes sizes = options.tile_sizes();
  const AttentionCall call =
      check_attention_call(q, k, v, mask, AttentionOptions{options.scale, options.temperature});
  check_d_context(d_context, call, v);
  check_trace(trace, call, v);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  const Index d_v = v.shape[3];
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, mask);
  const Index max_rows = std::min(sizes.queries, n_query),
              max_columns = std::min(sizes.keys, n_key);
  element_count({max_rows, max_columns});
  Matrix tile(max_rows, max_columns), d_tile(max_rows, max_columns);
  std::vector<std::uint8_t> overflowed(
      static_cast<std::size_t>(max_rows));  // unused: the trace has each row's status
  ProductOptions add;
  add.beta = 1;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      const ConstMatrixMap queries = q.matrix(i), keys = k.matrix(i_kv);
      const ConstMatrixMap values = v.matrix(i_kv);
      const ConstMatrixMap d_c = d_context.matrix(i), context = trace.context.matrix(i);

      for (Index first = 0; first < n_query; first += sizes.queries) {
        const Index rows = std::min(sizes.queries, n_query - first);
        const KeyRange visible = visible_keys(mask, call.shape, first, rows);
        for (Index first_key = visible.first / sizes.keys * sizes.keys; first_key < visible.end;
             first_key += sizes.keys) {
          const Index columns = std::min(sizes.keys, visible.end - first_key);
          const TilePosition position{b, h, first, first_key};
          MatrixRef weights = tile.topLeftCorner(rows, columns);  // masked scores at first
          call.multiply_scores(queries.middleRows(first, rows),
                               transposed(keys.middleRows(first_key, columns)), weights);
          apply_mask_to_tile(mask, call.shape, position, weights, overflowed);
          MatrixRef d_scores = d_tile.topLeftCorner(rows, columns);
          multiply(d_c.middleRows(first, rows), transposed(values.middleRows(first_key, columns)),
                   d_scores);
          for (Index row = 0; row < rows; ++row) {
            const Index query = first + row;
            float* w = weights.data() + row * weights.outerStride();
            float* d = d_scores.data() + row * d_scores.outerStride();
            const float* d_row = d_c.data() + query * d_v;
            if (all_zero(d_row, d_v)) {
              std::fill_n(w, columns, 0.0f);
            } else {
              to_weights(kept_row(trace, i * n_query + query), options.temperature, w, columns);
            }
            // Equals sum_j weights[j] d_weights[j].
            const float mean = mean_d_weight(d_row, context.data() + query * d_v, d_v);
            row_d_scores(w, d, columns, mean, d);
            if (options.temperature != 1) divide_row(d, columns, options.temperature);
          }
          multiply_where_nonzero(transposed(weights), d_c.middleRows(first, rows),
                                 gradients.d_v.matrix(i_kv).middleRows(first_key, columns), add);
          if (mask.score_bias) {
            add_tile_to_bias(*mask.score_bias, position, d_scores, gradients.d_score_bias);
          }
          call.scale(d_scores);
          multiply_where_nonzero(d_scores, keys.middleRows(first_key, columns),
                                 gradients.d_q.matrix(i).middleRows(first, rows), add);
          multiply_where_nonzero(transposed(d_scores), queries.middleRows(first, rows),
                                 gradients.d_k.matrix(i_kv).middleRows(first_key, columns), add);
        }
      }
    }
  }
  return gradients;
}

}  // namespace attn
