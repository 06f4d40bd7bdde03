#include "efficient/chunked.h"

#include <algorithm>
#include <utility>

#include "attention/attention_call.h"
#include "base/check.h"
#include "base/finite.h"
#include "efficient/variant_options.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"
#include "ops/mask_tile.h"
#include "ops/softmax.h"

namespace attn {
namespace {

AttentionCall checked(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                      const ChunkedOptions& options) {
  check_min("block", options.block, 1);
  return check_attention_call(q, k, v, mask, AttentionOptions{options.scale, options.temperature});
}

// The weights of one chunk of queries, over the keys that causality lets any of these queries see.
// The other keys have weight 0 for the whole chunk; leaving them out changes no bit of a product.
class ChunkWeights {
 public:
  ChunkWeights(const AttentionCall& call, const Mask& mask, const ChunkedOptions& options,
               const Tensor& q, const Tensor& k)
      : call_(call), mask_(mask), options_(options), q_(q), k_(k) {
    const Index rows = std::min(options.block, call.shape.n_query);
    check_element_count({rows, call.shape.n_key});
    weights_.resize(rows, call.shape.n_key);
  }

  void start_head(Index b, Index h) {
    position_ = {b, h, 0, 0};
    head_ = b * call_.shape.num_heads + h;
    keys_ = k_.matrix(call_.kv_matrix(b, h));
  }

  // [rows, keys]: the weights of the chunk from first_query on, over the keys from
  // position().first_key on.
  MatrixRef compute(Index first_query) {
    const ScoresShape& shape = call_.shape;
    position_.first_query = first_query;
    const Index rows = std::min(options_.block, shape.n_query - first_query);
    const auto [first_seen, end] = visible_keys(mask_, shape, first_query, rows);
    // Round first_key down to a multiple of kSummedAtOnce: products then sum the remaining terms in
    // the same groups, which keeps the result bit-identical.
    position_.first_key = first_seen / kSummedAtOnce * kSummedAtOnce;
    const Index columns = end - position_.first_key;
    MatrixRef tile = weights_.topLeftCorner(rows, columns);
    call_.multiply_scores(q_.matrix(head_).middleRows(first_query, rows),
                          transposed(keys_.row_range(position_.first_key, columns)), tile);
    std::vector<std::uint8_t> overflowed(static_cast<std::size_t>(rows));
    apply_mask_to_tile(mask_, shape, position_, tile, overflowed);
    status_ = softmax_of_tile(tile, overflowed, options_.temperature);
    return tile;
  }

  const TilePosition& position() const { return position_; }
  const std::vector<RowStatus>& status() const { return status_; }

 private:
  const AttentionCall& call_;
  const Mask& mask_;
  const ChunkedOptions& options_;
  const Tensor& q_;
  const Tensor& k_;
  TilePosition position_;
  Index head_ = 0;
  MatrixView keys_;
  Matrix weights_;
  std::vector<RowStatus> status_;
};

}  // namespace

Tensor chunked_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                         const ChunkedOptions& options, ChunkedTrace* trace) {
  const AttentionCall call = checked(q, k, v, mask, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  Tensor context = call.zero_context(v);
  Tensor row_status = call.zero_rows();
  ChunkWeights weights(call, mask, options, q, k);

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h;
      const ConstMatrixMap values = v.matrix(call.kv_matrix(b, h));
      weights.start_head(b, h);
      for (Index first = 0; first < n_query; first += options.block) {
        const MatrixRef w = weights.compute(first);
        multiply_where_nonzero(w, values.middleRows(weights.position().first_key, w.cols()),
                               context.matrix(i).middleRows(first, w.rows()));
        put_status(weights.status(), row_status.data.data() + i * n_query + first);
      }
    }
  }
  if (trace != nullptr) {
    trace->row_status = std::move(row_status);
    trace->context = context;
  }
  return context;
}

AttentionGradients chunked_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                              const Mask& mask, const ChunkedOptions& options,
                                              const Tensor& d_context) {
  const AttentionCall call = checked(q, k, v, mask, options);
  check_d_context(d_context, call, v);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, mask);
  ChunkWeights weights(call, mask, options, q, k);
  Matrix d_scores;
  ProductOptions add;
  add.beta = 1;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      weights.start_head(b, h);
      for (Index first = 0; first < n_query; first += options.block) {
        MatrixRef w = weights.compute(first);
        const Index rows = w.rows(), columns = w.cols(), first_key = weights.position().first_key;
        const auto d_c = d_context.matrix(i).middleRows(first, rows);
        leave_out_unused(d_c, w);

        multiply_where_nonzero(transposed(w), d_c,
                               gradients.d_v.matrix(i_kv).middleRows(first_key, columns), add);

        d_scores.resize(rows, columns);
        multiply(d_c, transposed(v.matrix(i_kv).middleRows(first_key, columns)), d_scores);
        softmax_backward(w, d_scores, d_scores);
        if (options.temperature != 1) {
          divide_row(d_scores.data(), d_scores.size(), options.temperature);
        }
        if (mask.score_bias) {
          add_tile_to_bias(*mask.score_bias, weights.position(), d_scores, gradients.d_score_bias);
        }
        call.scale(d_scores);
        multiply_where_nonzero(d_scores, k.matrix(i_kv).middleRows(first_key, columns),
                               gradients.d_q.matrix(i).middleRows(first, rows));
        multiply_where_nonzero(transposed(d_scores), q.matrix(i).middleRows(first, rows),
                               gradients.d_k.matrix(i_kv).middleRows(first_key, columns), add);
      }
    }
  }
  return gradients;
}

}  // namespace attn
