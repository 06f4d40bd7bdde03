#include "attention/scaled_dot_product.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "attention/operands.h"
#include "attention/position_bias.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

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

// A matrix [n_query, n_key] for each head: kept for a trace, else room for one head at a time.
class EachHead {
 public:
  EachHead(const ScoresShape& s, bool is_kept) {
    if (is_kept) {
      kept_ = Tensor({"batch", "head", "query", "key"}, {s.batch, s.num_heads, s.n_query, s.n_key});
    } else {
      element_count({s.n_query, s.n_key});
      one_head_.resize(s.n_query, s.n_key);
    }
  }
  MatrixRef matrix(Index i) {
    return kept_.empty() ? MatrixRef(one_head_) : MatrixRef(kept_.matrix(i));
  }
  Tensor take() { return std::move(kept_); }

 private:
  Tensor kept_;
  Matrix one_head_;
};

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, const AttentionOptions& options,
                                    AttentionTrace* trace) {
  return attend(q, k, v, mask, options, nullptr, trace);
}

Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
              const AttentionOptions& options, const PositionBias* positions,
              AttentionTrace* trace) {
  const Operands operands = check_operands(q, k, v, mask, options);
  const ScoresShape& shape = operands.shape;
  const auto [batch, num_heads, n_query, n_key] = shape;
  const bool drops = options.dropout.probability > 0;

  Tensor context({"batch", "head", "query", v.axes[3]}, {batch, num_heads, n_query, v.shape[3]});
  Tensor row_status({"batch", "head", "query"}, {batch, num_heads, n_query});
  const bool is_traced = trace != nullptr;
  EachHead scores(shape, is_traced), masked_scores(shape, is_traced), weights(shape, is_traced);
  EachHead dropped_weights(drops ? shape : ScoresShape{}, is_traced && drops);

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = operands.kv_matrix(b, h);
      MatrixRef s = scores.matrix(i), m = masked_scores.matrix(i), w = weights.matrix(i);

      multiply_transposed(q.matrix(i), k.matrix(i_kv), s);
      operands.scale(s);
      const std::vector<Index> overflowed = overflowed_queries(s, mask, shape, b, h);
      apply_mask(mask, shape, b, h, s, m);
      if (positions != nullptr) positions->add(h, m);
      std::vector<RowStatus> status = softmax_rows(m, w, options.temperature);
      for (const Index query : overflowed) {
        status[static_cast<std::size_t>(query)] = RowStatus::kNotFinite;
        w.row(query).setConstant(std::numeric_limits<float>::quiet_NaN());
      }
      if (drops) {
        // Packed both, be they kept or not.
        float* dropped = dropped_weights.matrix(i).data();
        dropout_factors(options.dropout, static_cast<std::uint64_t>(i), n_query * n_key, dropped);
        for (Index cell = 0; cell < n_query * n_key; ++cell) dropped[cell] *= w.data()[cell];
      }
      multiply_where_nonzero(drops ? dropped_weights.matrix(i) : w, v.matrix(i_kv),
                             context.matrix(i));
      for (Index query = 0; query < n_query; ++query) {
        row_status.data[static_cast<std::size_t>(i * n_query + query)] =
            static_cast<float>(status[static_cast<std::size_t>(query)]);
      }
    }
  }

  if (is_traced) {
    trace->scores = scores.take();
    trace->masked_scores = masked_scores.take();
    trace->weights = weights.take();
    trace->dropped_weights = dropped_weights.take();
    trace->row_status = std::move(row_status);
    trace->context = context;
  }
  return context;
}

}  // namespace attn
