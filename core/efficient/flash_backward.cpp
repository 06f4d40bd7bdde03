#include <algorithm>
#include <cstdint>
#include <utility>
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

// The backward pass through one tile of the scores after another, which share the buffers.
class TilesBackward {
 public:
  AttentionGradients gradients;

  TilesBackward(const AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v,
                const Mask& mask, float temperature, const TileSizes& sizes,
                const FlashTrace& trace, const Tensor& d_context)
      : gradients(AttentionGradients::zeros(q, k, v, mask)),
        call_(call),
        q_(q),
        k_(k),
        v_(v),
        mask_(mask),
        temperature_(temperature),
        sizes_(sizes),
        trace_(trace),
        d_context_(d_context) {
    const Index max_rows = std::min(sizes_.queries, call.shape.n_query);
    const Index max_columns = std::min(sizes_.keys, call.shape.n_key);
    check_element_count({max_rows, max_columns});
    weights_.resize(max_rows, max_columns);
    d_scores_.resize(max_rows, max_columns);
    overflowed_.resize(static_cast<std::size_t>(max_rows));
    add_.beta = 1;
  }

  // Head h of batch item b.
  void run(Index b, Index h) {
    const Index n_query = call_.shape.n_query;
    for (Index first = 0; first < n_query; first += sizes_.queries) {
      const Index rows = std::min(sizes_.queries, n_query - first);
      const KeyRange visible = visible_keys(mask_, call_.shape, first, rows);
      for (Index first_key = visible.first / sizes_.keys * sizes_.keys; first_key < visible.end;
           first_key += sizes_.keys) {
        run({b, h, first, first_key}, rows, std::min(sizes_.keys, visible.end - first_key));
      }
    }
  }

 private:
  void run(const TilePosition& tile, Index rows, Index columns) {
    const Index i = tile.batch * call_.shape.num_heads + tile.head;
    const Index i_kv = call_.kv_matrix(tile.batch, tile.head);
    const auto queries = q_.matrix(i).middleRows(tile.first_query, rows);
    const auto keys = k_.matrix(i_kv).middleRows(tile.first_key, columns);
    const auto values = v_.matrix(i_kv).middleRows(tile.first_key, columns);
    const auto d_c = d_context_.matrix(i).middleRows(tile.first_query, rows);

    MatrixRef weights = weights_.topLeftCorner(rows, columns);  // masked scores at first
    call_.multiply_scores(queries, transposed(keys), weights);
    apply_mask_to_tile(mask_, call_.shape, tile, weights, overflowed_);
    MatrixRef d_scores = d_scores_.topLeftCorner(rows, columns);  // d_weights at first
    multiply(d_c, transposed(values), d_scores);
    const Index first_row = i * call_.shape.n_query + tile.first_query;
    for (Index row = 0; row < rows; ++row) {
      through_softmax(first_row + row, weights.data() + row * weights.outerStride(),
                      d_scores.data() + row * d_scores.outerStride(), columns);
    }

    multiply_where_nonzero(transposed(weights), d_c,
                           gradients.d_v.matrix(i_kv).middleRows(tile.first_key, columns), add_);
    if (mask_.score_bias) {
      add_tile_to_bias(*mask_.score_bias, tile, d_scores, gradients.d_score_bias);
    }
    call_.scale(d_scores);
    multiply_where_nonzero(d_scores, keys,
                           gradients.d_q.matrix(i).middleRows(tile.first_query, rows), add_);
    multiply_where_nonzero(transposed(d_scores), queries,
                           gradients.d_k.matrix(i_kv).middleRows(tile.first_key, columns), add_);
  }

  // One query's row of a tile, in place: w from masked scores to weights, d from the gradient of
  // the weights to that of the masked scores.
  //   row   counted through [batch, head, query]
  //   w, d  [columns]
  void through_softmax(Index row, float* w, float* d, Index columns) const {
    const Index d_v = v_.shape[3];
    const float* d_row = d_context_.data.data() + row * d_v;
    if (all_zero(d_row, d_v)) {
      std::fill_n(w, columns, 0.0f);
    } else {
      to_weights(kept_row(trace_, row), temperature_, w, columns);
    }
    // Equals sum_j weights[j] d_weights[j].
    const float mean = mean_d_weight(d_row, trace_.context.data.data() + row * d_v, d_v);
    row_d_scores(w, d, columns, mean, d);
    if (temperature_ != 1) divide_row(d, columns, temperature_);
  }

  const AttentionCall& call_;
  const Tensor &q_, &k_, &v_;
  const Mask& mask_;
  const float temperature_;
  const TileSizes sizes_;
  const FlashTrace& trace_;
  const Tensor& d_context_;
  ProductOptions add_;
  Matrix weights_, d_scores_;
  std::vector<std::uint8_t> overflowed_;  // unused: the trace has each row's status
};

}  // namespace

AttentionGradients flash_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const Mask& mask, const FlashOptions& options,
                                            const FlashTrace& trace, const Tensor& d_context) {
  const TileSizes sizes = options.tile_sizes();
  const AttentionCall call =
      check_attention_call(q, k, v, mask, AttentionOptions{options.scale, options.temperature});
  check_d_context(d_context, call, v);
  check_trace(trace, call, v);
  TilesBackward tiles(call, q, k, v, mask, options.temperature, sizes, trace, d_context);
  for (Index b = 0; b < call.shape.batch; ++b) {
    for (Index h = 0; h < call.shape.num_heads; ++h) tiles.run(b, h);
  }
  return std::move(tiles.gradients);
}

}  // namespace attn
