#include "attention/multi_head.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention_call.h"
#include "attention/heads_axes.h"
#include "attention/multi_head_checks.h"
#include "attention/position_bias.h"
#include "base/check.h"
#include "kernels/product.h"

namespace attn {
namespace {

// From this many rows on, heads that are projected together are stored one after the other. Stored
// side by side, every row of a head would be on a different page.
constexpr Index kMinRowsForHeadMajor = 128;

ProductOptions with_bias(const RowVector& b) {
  ProductOptions options;
  if (b.size() != 0) options.bias = b.data();
  return options;
}

bool is_same(const Tensor& a, const Tensor& b) {
  return &a == &b || (a.data.data() == b.data.data() && a.shape == b.shape && !a.data.empty());
}

std::vector<std::string> k_axes(const MultiHeadConfig& config) {
  return {"batch", kv_head_axis(config.num_kv_heads, config.num_heads), "key", "d_head"};
}
std::vector<std::string> v_axes(const MultiHeadConfig& config) {
  return {"batch", kv_head_axis(config.num_kv_heads, config.num_heads), "key",
          d_v_axis(config.d_v, config.d_head)};
}

// Throws unless the cache has the shapes that this layer writes for this many batch items.
void check_cache(const KeyValueCache& cache, Index batch, const MultiHeadConfig& config) {
  const Index n_key = cache.length();
  const std::vector<Index> k = {batch, config.num_kv_heads, n_key, config.d_head};
  const std::vector<Index> v = {batch, config.num_kv_heads, n_key, config.d_v};
  if (cache.k.shape() == k && cache.v.shape() == v) return;
  refuse("expected a cache with k of shape {} and v of shape {}, got {} and {}",
         {k, v, cache.k.shape(), cache.v.shape()});
}

// Writes k and v after the end of the cache, whose length does not include them yet.
void append(const HeadsView& k, const HeadsView& v, Index batch, const MultiHeadConfig& config,
            KeyValueCache& cache) {
  cache.k.append(k, batch, config.num_kv_heads, k_axes(config));
  cache.v.append(v, batch, config.num_kv_heads, v_axes(config));
}

}  // namespace

// Queries, keys and values of every head, and the matrices that store them.
struct MultiHead::Projected {
  Matrix rows[kProjections];
  HeadsRef heads[kProjections];
};

Factor MultiHead::factor(Projection projection) const {
  const MultiHeadParameters& p = parameters_;
  const Matrix& w = projection == kQuery ? p.w_q : projection == kKey ? p.w_k : p.w_v;
  return {w.data(), &w_qkv_, projections_[projection].first};
}

// x w + b, all batch items in one product (the bits of a row do not depend on the other rows).
void MultiHead::project(const Tensor& x, Projection first, Projection last, Index first_position,
                        const TraceHooks& hooks, Projected& projected) const {
  const Index begin = projections_[first].first, width = projections_[first].width;
  const Index columns = projections_[last].end() - begin, batch = x.matrix_count();
  const MatrixView rows = rows_of(x);
  const PackedColumns w = w_qkv_.columns_from(begin);
  ProductOptions options;
  if (config_.bias) options.bias = b_qkv_.data() + begin;
  check_element_count({rows.rows, columns});

  Matrix& y = projected.rows[first];
  const MultiHeadParameters& p = parameters_;
  const char* const w_names[] = {"w_q", "w_k", "w_v"};
  const char* const b_names[] = {"b_q", "b_k", "b_v"};
  const RowVector* const biases[] = {&p.b_q, &p.b_k, &p.b_v};
  bool is_changed = false;
  for (int part = first; part <= last; ++part) {
    is_changed |= hooks.changes(w_names[part]) || hooks.changes(b_names[part]);
  }
  const bool is_head_major = rows.rows >= kMinRowsForHeadMajor &&
                             w_qkv_.next_panel(width) == width &&
                             projections_[last].width == width && !is_changed;
  if (is_head_major) {
    y.resize(columns / width * rows.rows, width);
    multiply_in_column_blocks(rows, w, y.topRows(rows.rows), columns / width, rows.rows * width,
                              options);
  } else {
    y.resize(rows.rows, columns);
    multiply(rows, w, y, options);
  }
  for (int part = first; is_changed && part <= last; ++part) {
    const Columns& columns_of_part = projections_[part];
    const MatrixRef y_part =
        y.middleCols(columns_of_part.first - begin, columns_of_part.heads * columns_of_part.width);
    hooks.correct(w_names[part], factor(static_cast<Projection>(part)), rows_of(x), y_part);
    hooks.correct_bias(b_names[part], *biases[part], y_part);
  }
  std::optional<Rotation> rotation;
  if (first != kValue && config_.positions == AttentionPositions::kRotary) {
    rotation.emplace(config_.rotary, first_position, rows.rows / batch, config_.d_head,
                     Rotation::kForward);
  }
  for (int part = first; part <= last; ++part) {
    const Index offset = projections_[part].first - begin;
    HeadsRef& heads = projected.heads[part];
    heads = is_head_major ? head_major(y, batch, columns / width, offset / width)
                          : token_major(y, batch, offset, projections_[part].width);
    if (part != kValue && rotation) rotate_heads(*rotation, heads, batch, projections_[part].heads);
  }
}

void MultiHead::project(const Tensor& key, const Tensor& value, const TraceHooks& hooks,
                        Projected& projected) const {
  if (is_same(key, value)) return project(key, kKey, kValue, 0, hooks, projected);
  project(key, kKey, kKey, 0, hooks, projected);
  project(value, kValue, kValue, 0, hooks, projected);
}

KeyValueCache MultiHead::project_key_value(const Tensor& key, const Tensor& value) const {
  check_key_value(key, value, config_);
  Projected projected;
  project(key, value, {}, projected);
  KeyValueCache cache;
  append(projected.heads[kKey], projected.heads[kValue], key.matrix_count(), config_, cache);
  cache.set_length(projected.heads[kKey].n);
  return cache;
}

Tensor MultiHead::attend(const Tensor& query, AttendedHeads heads, const Mask& mask,
                         const MultiHeadOptions& options, AttentionTrace* trace) const {
  const Index batch = query.matrix_count(), n_query = heads.q.n;
  const AttentionOptions attention = attention_options(config_, options);
  const AttentionCall call =
      check_attention_call({batch, config_.num_heads, n_query, heads.v.n}, config_.num_kv_heads,
                           config_.d_head, mask, attention);
  const PositionBias positions{config_, parameters_.relative_bias};

  // A trace holds keys unpacked.
  Tensor unpacked;
  const Keep keep = keep_of(trace);
  if (keep != Keep::kOutputs && heads.packed_k) {
    unpacked = to_tensor(*heads.packed_k, batch, config_.num_kv_heads, k_axes(config_));
    heads.k = heads_in(std::as_const(unpacked));
    heads.packed_k.reset();
  }
  // The heads' contexts side by side.
  Matrix concat(batch * n_query, config_.num_heads * config_.d_v);
  heads.context = token_major(concat, batch, 0, config_.d_v);
  attn::attend(heads, call, mask, attention, &positions, trace, options.hooks);
  options.hooks.change("concat", batch, concat);

  Tensor output = Tensor::zeros_like(query);
  MatrixMap output_rows(output.data.data(), batch * n_query, config_.d_model);
  multiply(concat, w_o_, output_rows, with_bias(parameters_.b_o));
  options.hooks.correct("w_o", {parameters_.w_o.data(), &w_o_}, concat, output_rows);
  options.hooks.correct_bias("b_o", parameters_.b_o, output_rows);
  options.hooks.change("output", batch, output_rows);
  if (!keeps_intermediates(keep)) return output;

  const Index num_kv_heads = config_.num_kv_heads;
  const char* kv_head = kv_head_axis(num_kv_heads, config_.num_heads);
  const char* d_v = d_v_axis(config_.d_v, config_.d_head);
  copy_to(trace->q, heads.q, batch, config_.num_heads, {"batch", "head", "query", "d_head"});
  copy_to(trace->k, heads.k, batch, num_kv_heads, {"batch", kv_head, "key", "d_head"});
  copy_to(trace->v, heads.v, batch, num_kv_heads, {"batch", kv_head, "key", d_v});
  trace->concat.become({"batch", "query", concat_axis(concat.cols(), config_.d_model)},
                       {batch, n_query, concat.cols()});
  std::copy_n(concat.data(), concat.size(), trace->concat.data.begin());
  if (keep == Keep::kBackward) return output;
  copy_to(trace->context, heads.context, batch, config_.num_heads, {"batch", "head", "query", d_v});
  // The trace always has a batch axis.
  trace->output.become({"batch", "query", output.axes.back().c_str()},
                       {batch, n_query, config_.d_model});
  std::copy(output.data.begin(), output.data.end(), trace->output.data.begin());
  return output;
}

Tensor MultiHead::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                          const Mask& mask, const MultiHeadOptions& options,
                          AttentionTrace* trace) const {
  check_query(query, config_.d_model);
  check_key_value_for(query, key, value, config_);
  Projected projected;
  if (is_same(query, key) && is_same(key, value)) {
    project(query, kQuery, kValue, 0, options.hooks, projected);
  } else {
    const Index n_query = query.shape[query.shape.size() - 2];
    const Index first_position = key.shape[key.shape.size() - 2] - n_query;
    project(query, kQuery, kQuery, first_position, options.hooks, projected);
    project(key, value, options.hooks, projected);
  }
  const Index batch = query.matrix_count();
  options.hooks.change("q", projected.heads[kQuery], batch, config_.num_heads);
  options.hooks.change("k", projected.heads[kKey], batch, config_.num_kv_heads);
  options.hooks.change("v", projected.heads[kValue], batch, config_.num_kv_heads);
  return attend(query,
                {projected.heads[kQuery], projected.heads[kKey], projected.heads[kValue], {}}, mask,
                options, trace);
}

Tensor MultiHead::step(const Tensor& x, KeyValueCache& cache, AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_key_value_for(x, x, x, config_);
  const Index batch = x.matrix_count(), n_query = x.shape[x.shape.size() - 2];
  if (cache.k.length() != 0 || cache.v.length() != 0) check_cache(cache, batch, config_);
  const Index n_key = cache.length() + n_query;
  Projected projected;
  project(x, kQuery, kValue, cache.length(), {}, projected);
  append(projected.heads[kKey], projected.heads[kValue], batch, config_, cache);
  Tensor output =
      attend(x, cache.attended_by(projected.heads[kQuery], n_key), Mask::causal_at(), {}, trace);
  cache.set_length(n_key);
  return output;
}

Tensor MultiHead::attend_to(const Tensor& x, const KeyValueCache& cache, const Mask& mask,
                            AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_cache(cache, x.matrix_count(), config_);
  Projected projected;
  project(x, kQuery, kQuery, cache.length() - x.shape[x.shape.size() - 2], {}, projected);
  return attend(x, cache.attended_by(projected.heads[kQuery], cache.length()), mask, {}, trace);
}

}  // namespace attn
