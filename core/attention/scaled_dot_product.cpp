#include "attention/scaled_dot_product.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention_call.h"
#include "attention/position_bias.h"
#include "attention/tiled_attention.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// Whether a score [n_key] of this query that the mask allows is NaN or infinite.
bool has_overflowed(const float* row, const Mask& mask, const ScoresShape& shape, Index batch,
                    Index head, Index query) {
  if (all_finite(row, shape.n_key)) return false;
  for (Index j = 0; j < shape.n_key; ++j) {
    if (!std::isfinite(row[j]) && may_attend(mask, shape, batch, head, query, j)) return true;
  }
  return false;
}

// The queries that have an allowed score that is NaN or infinite. Must run before masking, after
// which a score that overflowed to -inf looks like an excluded one.
std::vector<Index> overflowed_queries(ConstMatrixRef scores, const Mask& mask,
                                      const ScoresShape& shape, Index batch, Index head) {
  std::vector<Index> queries;
  if (all_finite(scores)) return queries;
  for (Index i = 0; i < shape.n_query; ++i) {
    const float* row = scores.data() + i * scores.outerStride();
    if (has_overflowed(row, mask, shape, batch, head, i)) queries.push_back(i);
  }
  return queries;
}

void attend_by_tiles(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
                     const AttentionOptions& options, const PositionBias* positions) {
  TiledAttention tiles(call, mask, options.temperature, positions);
  for (Index b = 0; b < call.shape.batch; ++b) {
    for (Index kv_head = 0; kv_head < call.num_kv_heads; ++kv_head) {
      tiles.attend(heads, b, kv_head);
    }
  }
}

// A field [batch, head, query, key] of the trace, or a tensor that the heads use one after another.
struct HeadsField {
  Tensor* tensor = nullptr;
  bool has_all_heads = false;

  MatrixMap head(Index i) const { return tensor->matrix(has_all_heads ? i : 0); }

  void make_room(const ScoresShape& shape) const {
    tensor->become({"batch", "head", "query", "key"},
                   {has_all_heads ? shape.batch : 1, has_all_heads ? shape.num_heads : 1,
                    shape.n_query, shape.n_key});
  }
};

// The forward pass through one head after another, with every score, also of masked keys.
class HeadsForward {
 public:
  HeadsForward(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
               const AttentionOptions& options, const PositionBias* positions,
               AttentionTrace* trace, const TraceHooks& hooks)
      : heads_(heads),
        call_(call),
        mask_(mask),
        options_(options),
        positions_(positions),
        hooks_(hooks),
        drops_(options.dropout.probability > 0) {
    store_in(trace);
  }
  // Its fields point to its own tensors.
  HeadsForward(const HeadsForward&) = delete;
  HeadsForward& operator=(const HeadsForward&) = delete;

  // Head h of batch item b.
  void run(Index b, Index h) const {
    const Index i = b * call_.shape.num_heads + h, kv_head = call_.kv_matrix(0, h);
    call_.multiply_scores(heads_.q.at(b, h), transposed(heads_.k.at(b, kv_head)), scores_.head(i));
    at_field(scores_hook_, b, h, scores_.head(i));
    to_weights(b, h);
    if (drops_) drop_weights(b, h);
    multiply_where_nonzero((drops_ ? dropped_weights_ : weights_).head(i), heads_.v.at(b, kv_head),
                           head_matrix(heads_.context, b, h));
  }

 private:
  // A trace keeps the tensors that trace->keep selects, and reuses those of an earlier call.
  // Tensors that are not kept hold one head at a time; scores and masked scores then share the
  // storage of the weights.
  void store_in(AttentionTrace* trace) {
    const bool is_traced = trace != nullptr, keeps_scores = keep_of(trace) == Keep::kTrace;
    const bool keeps_masked_scores =
        keeps_scores || (keep_of(trace) == Keep::kBackward && hooks_.changes("weights"));
    weights_ = {is_traced ? &trace->weights : &unkept_weights_, is_traced};
    weights_.make_room(call_.shape);
    scores_ = masked_scores_ = weights_;
    if (keeps_masked_scores) {
      masked_scores_ = {&trace->masked_scores, true};
      masked_scores_.make_room(call_.shape);
    }
    dropped_weights_ = {keeps_scores ? &trace->dropped_weights : &unkept_dropped_weights_,
                        keeps_scores};
    if (drops_) {
      dropped_weights_.make_room(call_.shape);
    } else {
      *dropped_weights_.tensor = {};
    }
    if (!keeps_scores) return;
    scores_ = {&trace->scores, true};
    scores_.make_room(call_.shape);
    row_status_ = &trace->row_status;
    row_status_->become({"batch", "head", "query"},
                        {call_.shape.batch, call_.shape.num_heads, call_.shape.n_query});
  }

  // scores -> masked_scores -> weights
  void to_weights(Index b, Index h) const {
    const ScoresShape& shape = call_.shape;
    const Index i = b * shape.num_heads + h;
    const MatrixRef scores = scores_.head(i);
    MatrixRef masked_scores = masked_scores_.head(i), weights = weights_.head(i);
    std::vector<Index> overflowed = overflowed_queries(scores, mask_, shape, b, h);
    apply_mask(mask_, shape, b, h, scores, masked_scores);
    if (positions_ != nullptr) positions_->add(h, masked_scores);
    if (masked_scores_hook_ != nullptr) {
      at_field(masked_scores_hook_, b, h, masked_scores);
      // An intervention may have replaced the scores that had overflowed.
      std::erase_if(overflowed, [&](Index query) {
        const float* row = masked_scores.data() + query * masked_scores.outerStride();
        return !has_overflowed(row, mask_, shape, b, h, query);
      });
    }
    std::vector<RowStatus> status = softmax_rows(masked_scores, weights, options_.temperature);
    for (const Index query : overflowed) {
      status[static_cast<std::size_t>(query)] = RowStatus::kNotFinite;
      std::fill_n(weights.data() + query * shape.n_key, shape.n_key, kNaN);
    }
    if (row_status_ != nullptr) put_status(status, row_status_->data.data() + i * shape.n_query);
    at_field(weights_hook_, b, h, weights);
  }

  // weights -> dropped_weights
  void drop_weights(Index b, Index h) const {
    const Index i = b * call_.shape.num_heads + h;
    const MatrixMap weights = weights_.head(i);
    MatrixMap dropped = dropped_weights_.head(i);
    dropout_factors(options_.dropout, static_cast<std::uint64_t>(i), dropped.size(),
                    dropped.data());
    for (Index cell = 0; cell < dropped.size(); ++cell) {
      dropped.data()[cell] *= weights.data()[cell];
    }
    at_field(dropped_hook_, b, h, dropped);
  }

  void at_field(const char* changed, Index b, Index h, MatrixRef x) const {
    if (changed == nullptr) return;
    const auto [batch, num_heads, n_query, n_key] = call_.shape;
    hooks_.change(changed, {batch, num_heads, n_query, n_key}, b, h, x);
  }

  // The name of a field that is changed, else null; looked up once, not for each head.
  const char* changed(const char* field) const { return hooks_.changes(field) ? field : nullptr; }

  const AttendedHeads& heads_;
  const AttentionCall& call_;
  const Mask& mask_;
  const AttentionOptions& options_;
  const PositionBias* positions_;
  const TraceHooks& hooks_;

  const char *scores_hook_ = changed("scores"), *masked_scores_hook_ = changed("masked_scores");
  const char *weights_hook_ = changed("weights"), *dropped_hook_ = changed("dropped_weights");
  bool drops_;
  Tensor unkept_weights_, unkept_dropped_weights_;
  HeadsField scores_, masked_scores_, weights_, dropped_weights_;
  Tensor* row_status_ = nullptr;  // null if it is not kept
};

void attend_to_all(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
                   const AttentionOptions& options, const PositionBias* positions,
                   AttentionTrace* trace, const TraceHooks& hooks) {
  HeadsForward forward(heads, call, mask, options, positions, trace, hooks);
  for (Index b = 0; b < call.shape.batch; ++b) {
    for (Index h = 0; h < call.shape.num_heads; ++h) forward.run(b, h);
  }
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Mask& mask, const AttentionOptions& options,
                                    AttentionTrace* trace) {
  const AttentionCall call = check_attention_call(q, k, v, mask, options);
  Tensor context = call.zero_context(v);
  attend({heads_in(q), heads_in(k), heads_in(v), heads_in(context)}, call, mask, options, nullptr,
         trace);
  if (keep_of(trace) == Keep::kTrace) trace->context = context;
  return context;
}

void attend(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
            const AttentionOptions& options, const PositionBias* positions, AttentionTrace* trace,
            const TraceHooks& hooks) {
  if (keep_of(trace) == Keep::kOutputs) trace = nullptr;
  const bool changes_weights = hooks.changes("scores") || hooks.changes("masked_scores") ||
                               hooks.changes("weights") || hooks.changes("dropped_weights");
  if (trace == nullptr && options.dropout.probability == 0 && !changes_weights) {
    attend_by_tiles(heads, call, mask, options, positions);
  } else {
    attend_to_all(heads, call, mask, options, positions, trace, hooks);
  }
  hooks.change("context", heads.context, call.shape.batch, call.shape.num_heads);
}

}  // namespace attn
