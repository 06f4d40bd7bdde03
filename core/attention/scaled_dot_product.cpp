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

// The queries that have an allowed score that is NaN or infinite. Must run before masking, after
// which a score that overflowed to -inf looks like an excluded one.
std::vector<Index> overflowed_queries(ConstMatrixRef scores, const Mask& mask,
                                      const ScoresShape& shape, Index batch, Index head) {
  std::vector<Index> queries;
  if (all_finite(scores)) return queries;
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

void attend_by_tiles(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
                     const AttentionOptions& options, const PositionBias* positions) {
  TiledAttention tiles(call, mask, options.temperature, positions);
  for (Index b = 0; b < call.shape.batch; ++b) {
    for (Index kv_head = 0; kv_head < call.num_kv_heads; ++kv_head) {
      tiles.attend(heads, b, kv_head);
    }
  }
}

// Computes every score, also of masked keys. Without a trace it stores those of one head at a time.
void attend_to_all(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
                   const AttentionOptions& options, const PositionBias* positions,
                   AttentionTrace* trace, const TraceHooks& hooks) {
  const ScoresShape& shape = call.shape;
  const Index batch = shape.batch, num_heads = shape.num_heads;
  const Index n_query = shape.n_query, n_key = shape.n_key;
  const bool drops = options.dropout.probability > 0;

  // A trace keeps these tensors, and reuses those of an earlier call. Tensors that are not kept
  // hold one head at a time, and scores and masked scores then share the storage of the weights.
  const bool is_traced = trace != nullptr;
  const bool keeps_scores = is_traced && trace->keep == Keep::kTrace;
  const bool keeps_masked_scores =
      keeps_scores || (is_traced && trace->keep == Keep::kBackward && hooks.changes("weights"));
  Tensor unkept_weights, unkept_dropped_weights;
  Tensor& weights = is_traced ? trace->weights : unkept_weights;
  Tensor& scores = keeps_scores ? trace->scores : weights;
  Tensor& masked_scores = keeps_masked_scores ? trace->masked_scores : weights;
  Tensor& dropped_weights = keeps_scores ? trace->dropped_weights : unkept_dropped_weights;
  const auto make_room = [&shape](Tensor& tensor, bool keeps_all_heads) {
    tensor.become({"batch", "head", "query", "key"},
                  {keeps_all_heads ? shape.batch : 1, keeps_all_heads ? shape.num_heads : 1,
                   shape.n_query, shape.n_key});
  };
  make_room(weights, is_traced);
  if (drops)
    make_room(dropped_weights, keeps_scores);
  else
    dropped_weights = {};
  if (keeps_masked_scores) make_room(masked_scores, true);
  if (keeps_scores) {
    make_room(scores, true);
    trace->row_status.become({"batch", "head", "query"}, {batch, num_heads, n_query});
  }

  // The name of a field that is changed, else null; looked up once, not for each head.
  const auto changed = [&](const char* field) { return hooks.changes(field) ? field : nullptr; };
  const char *scores_field = changed("scores"), *masked_scores_field = changed("masked_scores");
  const char *weights_field = changed("weights"),
             *dropped_weights_field = changed("dropped_weights");

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, kv_head = call.kv_matrix(0, h);
      const Index kept = is_traced ? i : 0, kept_dropped = keeps_scores ? i : 0;
      MatrixRef s = scores.matrix(kept), m = masked_scores.matrix(kept), w = weights.matrix(kept);
      const auto at_field = [&](const char* field, MatrixRef x) {
        if (field != nullptr) hooks.change(field, {batch, num_heads, n_query, n_key}, b, h, x);
      };

      call.multiply_scores(heads.q.at(b, h), transposed(heads.k.at(b, kv_head)), s);
      at_field(scores_field, s);
      const std::vector<Index> overflowed = overflowed_queries(s, mask, shape, b, h);
      apply_mask(mask, shape, b, h, s, m);
      if (positions != nullptr) positions->add(h, m);
      at_field(masked_scores_field, m);
      std::vector<RowStatus> status = softmax_rows(m, w, options.temperature);
      for (const Index query : overflowed) {
        status[static_cast<std::size_t>(query)] = RowStatus::kNotFinite;
        std::fill_n(w.data() + query * n_key, n_key, kNaN);
      }
      at_field(weights_field, w);
      if (drops) {
        float* dropped = dropped_weights.matrix(kept_dropped).data();
        dropout_factors(options.dropout, static_cast<std::uint64_t>(i), n_query * n_key, dropped);
        for (Index cell = 0; cell < n_query * n_key; ++cell) dropped[cell] *= w.data()[cell];
        at_field(dropped_weights_field, dropped_weights.matrix(kept_dropped));
      }
      const MatrixRef applied = drops ? dropped_weights.matrix(kept_dropped) : w;
      multiply_where_nonzero(applied, heads.v.at(b, kv_head), head_matrix(heads.context, b, h));
      if (keeps_scores) put_status(status, trace->row_status.data.data() + i * n_query);
    }
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
  if (trace == nullptr && options.dropout.probability == 0 && !changes_weights)
    attend_by_tiles(heads, call, mask, options, positions);
  else
    attend_to_all(heads, call, mask, options, positions, trace, hooks);
  hooks.change("context", heads.context, call.shape.batch, call.shape.num_heads);
}

}  // namespace attn
