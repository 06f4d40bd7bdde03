#include "attention/multi_head.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "attention/multi_head_parts.h"
#include "attention/operands.h"
#include "attention/position_bias.h"
#include "base/check.h"
#include "kernels/product.h"

namespace attn {
namespace {

// From so many rows on, heads that are projected together lie one after the other: side by side,
// each of a head's rows stands in a page of its own, which with relaxed SIMD costs a layer 5 % of
// its time at 1024.
constexpr Index kRowsForHeadsApart = 128;

//   x [batch, n, d_in] or [n, d_in]
MatrixView rows_of(const Tensor& x) {
  const Index d = x.shape.back();
  return {x.data.data(), x.matrix_count() * x.shape[x.shape.size() - 2], d, d};
}

ProductOptions with_bias(const RowVector& b) {
  ProductOptions options;
  if (b.size() != 0) options.bias = b.data();
  return options;
}

// x w + b, all batch items in one product: a row's bits do not depend on its company.
//   returns [batch * n, d_out]
template <class Weights>
Matrix linear_rows(const Tensor& x, const Weights& w, Index d_out, const RowVector& b) {
  const MatrixView rows = rows_of(x);
  element_count({rows.rows, d_out});
  Matrix y(rows.rows, d_out);
  multiply(rows, w, y, with_bias(b));
  return y;
}

bool is_same(const Tensor& a, const Tensor& b) {
  return &a == &b || (a.data.data() == b.data.data() && a.shape == b.shape && !a.data.empty());
}

// "kv_head" and "d_v" where those differ from "head" and "d_head".
const char* kv_head_axis(const MultiHeadConfig& config) {
  return config.num_kv_heads != config.num_heads ? "kv_head" : "head";
}
const char* d_v_axis(const MultiHeadConfig& config) {
  return config.d_v != config.d_head ? "d_v" : "d_head";
}
std::vector<std::string> kv_axes(const MultiHeadConfig& config, bool is_value) {
  return {"batch", kv_head_axis(config), "key", is_value ? d_v_axis(config) : "d_head"};
}

// A cache that this layer may have filled, for this many batch items.
void check_cache(const KeyValueCache& cache, Index batch, const MultiHeadConfig& config) {
  const Index n_key = cache.length();
  const std::vector<Index> k = {batch, config.num_kv_heads, n_key, config.d_head};
  const std::vector<Index> v = {batch, config.num_kv_heads, n_key, config.d_v};
  if (cache.k.shape() == k && cache.v.shape() == v) return;
  refuse({"expected a cache with k of shape ", k, " and v of shape ", v, ", got ", cache.k.shape(),
          " and ", cache.v.shape()});
}

}  // namespace

// Queries, keys and values of every head, and the rows that they lie in.
struct MultiHead::Projected {
  Matrix rows[3];
  HeadsView q, k, v;
};

void MultiHead::rotate(const HeadsRef& heads, Index batch, Index num_heads,
                       Index first_position) const {
  if (config_.positions != AttentionPositions::kRotary) return;
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      Eigen::Map<Matrix, 0, Eigen::OuterStride<>> rows(heads.head(b, h), heads.n, heads.columns,
                                                       Eigen::OuterStride<>(heads.row_step));
      attn::rotate(config_.rotary, first_position, rows);
    }
  }
}

void MultiHead::project_query(const Tensor& query, Index first_position, Projected& made) const {
  const Index batch = query.matrix_count();
  made.rows[0] = linear_rows(query, parameters_.w_q, parameters_.w_q.cols(), parameters_.b_q);
  const HeadsRef q = side_by_side(made.rows[0], batch, 0, config_.d_head);
  rotate(q, batch, config_.num_heads, first_position);
  made.q = q;
}

void MultiHead::project_key_value_at(Index first_position, const Tensor& key, const Tensor& value,
                                     Projected& made) const {
  const Index batch = key.matrix_count();
  made.rows[1] = linear_rows(key, parameters_.w_k, parameters_.w_k.cols(), parameters_.b_k);
  made.rows[2] = linear_rows(value, parameters_.w_v, parameters_.w_v.cols(), parameters_.b_v);
  const HeadsRef k = side_by_side(made.rows[1], batch, 0, config_.d_head);
  rotate(k, batch, config_.num_kv_heads, first_position);
  made.k = k;
  made.v = side_by_side(made.rows[2], batch, 0, config_.d_v);
}

MultiHead::Projected MultiHead::project_together(const Tensor& x, Index first_position) const {
  const Index batch = x.matrix_count(), d_head = config_.d_head;
  const Index num_heads = config_.num_heads, num_kv_heads = config_.num_kv_heads;
  const Index first_k = num_heads, first_v = num_heads + num_kv_heads;
  const Index rows = rows_of(x).rows, all_heads = first_v + num_kv_heads;
  Projected made;
  HeadsRef q, k;
  if (rows >= kRowsForHeadsApart && config_.d_v == d_head && d_head % w_qkv_.panel_columns() == 0) {
    element_count({rows, w_qkv_.cols()});
    made.rows[0].resize(all_heads * rows, d_head);
    multiply_in_groups(rows_of(x), w_qkv_, made.rows[0].topRows(rows), all_heads, rows * d_head,
                       with_bias(b_qkv_));
    q = one_by_one(made.rows[0], all_heads, batch, 0);
    k = one_by_one(made.rows[0], all_heads, batch, first_k);
    made.v = one_by_one(made.rows[0], all_heads, batch, first_v);
  } else {
    made.rows[0] = linear_rows(x, w_qkv_, w_qkv_.cols(), b_qkv_);
    q = side_by_side(made.rows[0], batch, 0, d_head);
    k = side_by_side(made.rows[0], batch, first_k * d_head, d_head);
    made.v = side_by_side(made.rows[0], batch, first_v * d_head, config_.d_v);
  }
  rotate(q, batch, num_heads, first_position);
  rotate(k, batch, num_kv_heads, first_position);
  made.q = q;
  made.k = k;
  return made;
}

MultiHead::Projected MultiHead::project(const Tensor& query, const Tensor& key,
                                        const Tensor& value) const {
  if (!w_qkv_.empty() && is_same(query, key) && is_same(key, value)) {
    return project_together(query, 0);
  }
  Projected made;
  const Index n_query = query.shape[query.shape.size() - 2];
  const Index n_key = key.shape[key.shape.size() - 2];
  project_query(query, n_key - n_query, made);
  project_key_value_at(0, key, value, made);
  return made;
}

KeyValueCache MultiHead::project_key_value(const Tensor& key, const Tensor& value) const {
  check_key_value(key, value, config_);
  Projected made;
  project_key_value_at(0, key, value, made);
  const Index batch = key.matrix_count(), num_kv_heads = config_.num_kv_heads;
  return {GrowingHeads(to_tensor(made.k, batch, num_kv_heads, kv_axes(config_, false))),
          GrowingHeads(to_tensor(made.v, batch, num_kv_heads, kv_axes(config_, true)))};
}

Tensor MultiHead::attend(const Tensor& query, const HeadsView& q, const HeadsView& k,
                         const HeadsView& v, const Mask& mask, const MultiHeadOptions& options,
                         AttentionTrace* trace) const {
  check_head_on(options.head_on, config_.num_heads);
  const Index batch = query.matrix_count();
  const AttentionOptions scaling = attention_options(config_, options);
  const Operands operands = check_operands({batch, config_.num_heads, q.n, k.n},
                                           config_.num_kv_heads, config_.d_head, mask, scaling);
  const PositionBias positions{config_, parameters_.relative_bias};

  // The heads' contexts side by side.
  Matrix concat(batch * q.n, config_.num_heads * config_.d_v);
  const AttendedHeads heads{q, k, v, side_by_side(concat, batch, 0, config_.d_v)};
  attn::attend(heads, operands, mask, scaling, &positions, trace);
  for (Index h = 0; h < static_cast<Index>(options.head_on.size()); ++h) {
    if (options.head_on[static_cast<std::size_t>(h)] == 0) {
      concat.middleCols(h * config_.d_v, config_.d_v).setZero();
    }
  }

  Tensor output(query.axes, query.shape);
  MatrixMap output_rows(output.data.data(), batch * q.n, config_.d_model);
  multiply(concat, w_o_, output_rows, with_bias(parameters_.b_o));
  if (trace == nullptr) return output;

  // With a batch axis in any case.
  if (!trace->for_backward_alone) {
    trace->output.become({"batch", "query", output.axes.back().c_str()},
                         {batch, q.n, config_.d_model});
    std::copy(output.data.begin(), output.data.end(), trace->output.data.begin());
  }
  if (trace->weights_alone) return output;
  const Index num_kv_heads = config_.num_kv_heads;
  const char *kv_head = kv_head_axis(config_), *d_v = d_v_axis(config_);
  copy_to(trace->q, q, batch, config_.num_heads, {"batch", "head", "query", "d_head"});
  copy_to(trace->k, k, batch, num_kv_heads, {"batch", kv_head, "key", "d_head"});
  copy_to(trace->v, v, batch, num_kv_heads, {"batch", kv_head, "key", d_v});
  trace->concat.become({"batch", "query", concat.cols() == config_.d_model ? "d_model" : "concat"},
                       {batch, q.n, concat.cols()});
  std::copy_n(concat.data(), concat.size(), trace->concat.data.begin());
  if (trace->for_backward_alone) return output;
  copy_to(trace->context, heads.context, batch, config_.num_heads, {"batch", "head", "query", d_v});
  return output;
}

Tensor MultiHead::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                          const Mask& mask, const MultiHeadOptions& options,
                          AttentionTrace* trace) const {
  check_query(query, config_.d_model);
  check_key_to_go_with(query, key, value, config_);
  const Projected made = project(query, key, value);
  return attend(query, made.q, made.k, made.v, mask, options, trace);
}

Tensor MultiHead::step(const Tensor& x, KeyValueCache& cache, AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_key_to_go_with(x, x, x, config_);
  const Index batch = x.matrix_count(), n_query = x.shape[x.shape.size() - 2];
  if (!cache.k.empty() || !cache.v.empty()) check_cache(cache, batch, config_);
  const Index n_key = cache.length() + n_query;
  const Projected made = project_together(x, cache.length());
  const HeadsView k =
      cache.k.write_behind(made.k, batch, config_.num_kv_heads, kv_axes(config_, false));
  const HeadsView v =
      cache.v.write_behind(made.v, batch, config_.num_kv_heads, kv_axes(config_, true));
  Tensor output = attend(x, made.q, k, v, Mask::causal_at(), {}, trace);
  cache.k.keep(n_key);
  cache.v.keep(n_key);
  return output;
}

Tensor MultiHead::attend_to(const Tensor& x, const KeyValueCache& cache, const Mask& mask,
                            AttentionTrace* trace) const {
  check_query(x, config_.d_model);
  check_cache(cache, x.matrix_count(), config_);
  Projected made;
  project_query(x, cache.length() - x.shape[x.shape.size() - 2], made);
  return attend(x, made.q, cache.k.view(), cache.v.view(), mask, {}, trace);
}

}  // namespace attn
