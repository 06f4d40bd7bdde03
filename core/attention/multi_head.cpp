#include "attention/multi_head.h"

#include <algorithm>
#include <utility>

#include "attention/multi_head_parts.h"
#include "attention/operands.h"
#include "attention/position_bias.h"
#include "base/check.h"
#include "ops/linear.h"

namespace attn {
namespace {

// Each item by itself, not all rows in one product: an item's bits must not depend on its company.
//   x [batch, n, d_in] or [n, d_in]    w [d_in, d_out]    returns [batch * n, d_out]
Matrix project(const Tensor& x, const Matrix& w, const RowVector& b) {
  const Index batch = x.matrix_count(), n = x.shape[x.shape.size() - 2];
  element_count({batch, n, w.cols()});
  Matrix y(batch * n, w.cols());
  for (Index item = 0; item < batch; ++item) {
    y.middleRows(item * n, n) = linear(x.matrix(item), w, b);
  }
  return y;
}

// Keys or values by head: "kv_head" and "d_v" where those differ from "head" and "d_head".
Tensor split_kv_heads(ConstMatrixRef x, Index batch, const MultiHeadConfig& config, bool is_value) {
  Tensor heads = split_heads(x, batch, config.num_kv_heads, "key");
  if (config.num_kv_heads != config.num_heads) heads.axes[1] = "kv_head";
  if (is_value && config.d_v != config.d_head) heads.axes[3] = "d_v";
  return heads;
}

// The keys of both, one after the other.
//   before, added  [batch, kv_head, key, d], `before` empty at first
Tensor joined(const Tensor& before, Tensor added) {
  if (before.empty()) return added;
  const Index n_before = before.shape[2], n_added = added.shape[2];
  std::vector<Index> shape = added.shape;
  shape[2] += n_before;
  Tensor all(added.axes, shape);
  for (Index i = 0; i < all.matrix_count(); ++i) {
    all.matrix(i).topRows(n_before) = before.matrix(i);
    all.matrix(i).bottomRows(n_added) = added.matrix(i);
  }
  return all;
}

// A cache that this layer may have filled, for this many batch items.
void check_cache(const KeyValueCache& cache, Index batch, const MultiHeadConfig& config) {
  const Index n_key = cache.length();
  const std::vector<Index> k = {batch, config.num_kv_heads, n_key, config.d_head};
  const std::vector<Index> v = {batch, config.num_kv_heads, n_key, config.d_v};
  if (cache.k.shape == k && cache.v.shape == v) return;
  refuse({"expected a cache with k of shape ", k, " and v of shape ", v, ", got ", cache.k.shape,
          " and ", cache.v.shape});
}

}  // namespace

Tensor MultiHead::project_query(const Tensor& query, Index n_key) const {
  const Index batch = query.matrix_count();
  Tensor q = split_heads(project(query, parameters_.w_q, parameters_.b_q), batch, config_.num_heads,
                         "query");
  if (config_.positions == AttentionPositions::kRotary) {
    rotate_heads(config_.rotary, n_key - q.shape[2], q);
  }
  return q;
}

KeyValueCache MultiHead::project_key_value(const Tensor& key, const Tensor& value) const {
  check_key_value(key, value, config_);
  return project_key_value_at(0, key, value);
}

KeyValueCache MultiHead::project_key_value_at(Index first_position, const Tensor& key,
                                              const Tensor& value) const {
  const Index batch = key.matrix_count();
  const MultiHeadParameters& p = parameters_;
  KeyValueCache made{split_kv_heads(project(key, p.w_k, p.b_k), batch, config_, false),
                     split_kv_heads(project(value, p.w_v, p.b_v), batch, config_, true)};
  if (config_.positions == AttentionPositions::kRotary) {
    rotate_heads(config_.rotary, first_position, made.k);
  }
  return made;
}

Tensor MultiHead::attend(const Tensor& query, const Tensor& q, const KeyValueCache& keys,
                         const Mask& mask, const MultiHeadOptions& options,
                         AttentionTrace* trace) const {
  check_head_on(options.head_on, config_.num_heads);
  const PositionBias positions{config_, parameters_.relative_bias};
  Tensor context =
      attn::attend(q, keys.k, keys.v, mask, attention_options(config_, options), &positions, trace);
  if (!options.head_on.empty()) {
    switch_off_heads(options.head_on, context);
    if (trace != nullptr && !trace->for_backward_alone) trace->context = context;
  }
  Tensor concat = merge_heads(context);
  if (concat.shape[2] != config_.d_model) concat.axes[2] = "concat";
  const Matrix projected = project(concat, parameters_.w_o, parameters_.b_o);
  Tensor output(query.axes, query.shape);
  std::copy_n(projected.data(), projected.size(), output.data.data());

  if (trace != nullptr && !trace->for_backward_alone) {
    // With a batch axis in any case, as concat has it.
    trace->output.axes = concat.axes;
    trace->output.axes[2] = output.axes.back();
    trace->output.shape = concat.shape;
    trace->output.shape[2] = config_.d_model;
    trace->output.data = output.data;
  }
  if (trace != nullptr) trace->concat = std::move(concat);
  return output;
}

Tensor MultiHead::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                          const Mask& mask, const MultiHeadOptions& options,
                          AttentionTrace* trace) const {
  check_query(query, config_.d_model);
  check_key_to_go_with(query, key, value, config_);
  Tensor q = project_query(query, key.shape[key.shape.size() - 2]);
  KeyValueCache keys = project_key_value_at(0, key, value);
  Tensor output = attend(query, q, keys, mask, options, trace);
  if (trace != nullptr) {
    trace->q = std::move(q);
    trace->k = std::move(keys.k);
    trace->v = std::move(keys.v);
  }
  return output;
}

Tensor MultiHead::step(const Tensor& x, KeyValueCache& cache, AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_key_to_go_with(x, x, x, config_);
  if (!cache.k.empty() || !cache.v.empty()) check_cache(cache, x.matrix_count(), config_);
  const Index before = cache.length(), n_query = x.shape[x.shape.size() - 2];
  Tensor q = project_query(x, before + n_query);
  KeyValueCache added = project_key_value_at(before, x, x);
  KeyValueCache grown{joined(cache.k, std::move(added.k)), joined(cache.v, std::move(added.v))};
  Tensor output = attend(x, q, grown, Mask::causal_at(), {}, trace);
  if (trace != nullptr) {
    trace->q = std::move(q);
    trace->k = grown.k;
    trace->v = grown.v;
  }
  cache = std::move(grown);
  return output;
}

Tensor MultiHead::attend_to(const Tensor& x, const KeyValueCache& cache, const Mask& mask,
                            AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_cache(cache, x.matrix_count(), config_);
  Tensor q = project_query(x, cache.length());
  Tensor output = attend(x, q, cache, mask, {}, trace);
  if (trace != nullptr) {
    trace->q = std::move(q);
    trace->k = cache.k;
    trace->v = cache.v;
  }
  return output;
}

}  // namespace attn
