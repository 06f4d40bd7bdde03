#include <array>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/attention_call.h"
#include "attention/multi_head.h"
#include "base/check.h"
#include "base/random.h"

namespace attn {
namespace {

// Replaces a count or width of 0 by `default_value`.
void resolve(const char* name, Index& number, Index default_value) {
  check_min(name, number, 0);
  if (number == 0) number = default_value;
}

struct Shape {
  Index rows, columns;
  bool is_table = false;  // that of relative biases, which is added to scores, not multiplied
};

// The shapes of the parameters of a resolved configuration, in the order of for_each. A row vector
// is [1, columns]; a parameter that the configuration does not have is [0, 0].
std::array<Shape, 9> parameter_shapes(const MultiHeadConfig& c) {
  const Index q = c.num_heads * c.d_head, k = c.num_kv_heads * c.d_head;
  const Index v = c.num_kv_heads * c.d_v, concat = c.num_heads * c.d_v, b = c.bias ? 1 : 0;
  const bool has_table = c.positions == AttentionPositions::kRelativeBuckets;
  return {{{c.d_model, q},
           {b, b * q},
           {c.d_key, k},
           {b, b * k},
           {c.d_value, v},
           {b, b * v},
           {concat, c.d_model},
           {b, b * c.d_model},
           {has_table ? c.relative_buckets.num_buckets : 0, has_table ? c.num_heads : 0, true}}};
}

void check_parameter(const char* name, const Matrix& w, const Shape& shape) {
  if (w.size() != 0 || shape.rows != 0) check_shape(name, w, shape.rows, shape.columns);
}

void check_parameter(const char* name, const RowVector& b, const Shape& shape) {
  check_bias(name, b, shape.columns);
}

// A seed must keep its parameters, so this is not glorot_matrix: as doubles, its √(2 / n) and
// 1 / √(n / 2) differ in the last bit for a third of all n = rows + columns.
void draw(const char* name, Matrix& w, const Shape& shape, std::uint64_t seed) {
  const double precision = shape.is_table ? 1 : static_cast<double>(shape.rows + shape.columns) / 2;
  Random random(seed, stream_of(name));
  w = normal_matrix(shape.rows, shape.columns, 1 / std::sqrt(precision), random);
}

void draw(const char*, RowVector& b, const Shape& shape, std::uint64_t) {
  b.setZero(shape.columns);
}

}  // namespace

MultiHeadConfig MultiHeadConfig::resolved() const {
  MultiHeadConfig full = *this;
  check_min("d_model", d_model, 1);
  check_min("num_heads", num_heads, 1);
  resolve("num_kv_heads", full.num_kv_heads, num_heads);
  if (num_heads % full.num_kv_heads != 0) {
    refuse("expected num_kv_heads to divide num_heads {}, got {}", {num_heads, full.num_kv_heads});
  }
  if (d_head == 0 && d_model % num_heads != 0) {
    refuse("expected num_heads to divide d_model {}, got {}", {d_model, num_heads});
  }
  resolve("d_head", full.d_head, d_model / num_heads);
  resolve("d_v", full.d_v, full.d_head);
  resolve("d_key", full.d_key, d_model);
  resolve("d_value", full.d_value, d_model);
  // Throws for parameters that are too large, before their extents are multiplied.
  check_element_count({full.d_model, full.num_heads, full.d_head});
  check_element_count({full.d_model, full.num_heads, full.d_v});
  check_scale_and_temperature(scale, temperature);
  if (positions == AttentionPositions::kRotary) check_rotary(rotary, full.d_head);
  if (positions == AttentionPositions::kRelativeBuckets) check_relative_buckets(relative_buckets);
  return full;
}

MultiHeadParameters MultiHeadParameters::random(const MultiHeadConfig& config, std::uint64_t seed) {
  const MultiHeadConfig full = config.resolved();
  MultiHeadParameters parameters;
  const auto shapes = parameter_shapes(full);
  auto shape = shapes.begin();
  for_each(parameters,
           [&](const char* name, auto& parameter) { draw(name, parameter, *shape++, seed); });
  return parameters;
}

MultiHead::MultiHead(const MultiHeadConfig& config, MultiHeadParameters parameters)
    : config_(config.resolved()), parameters_(std::move(parameters)) {
  const auto shapes = parameter_shapes(config_);
  auto shape = shapes.begin();
  MultiHeadParameters::for_each(parameters_, [&](const char* name, const auto& parameter) {
    check_parameter(name, parameter, *shape++);
  });
  pack();
}

MultiHead::MultiHead(const MultiHeadConfig& config, ParameterForm form)
    : config_(config.resolved()) {
  const auto shapes = parameter_shapes(config_);
  auto shape = shapes.begin();
  std::vector<MatrixView> matrices;
  MultiHeadParameters::for_each(parameters_, [&](const char*, auto& parameter) {
    const auto [rows, columns, is_table] = *shape++;
    if constexpr (std::is_same_v<decltype(parameter), RowVector&>) {
      parameter.setZero(columns);
    } else if (is_table) {
      parameter.setZero(rows, columns);
    } else {
      matrices.emplace_back(nullptr, rows, columns, columns);
    }
  });
  const std::span all = matrices;
  w_qkv_.begin(all.first(kProjections), form);
  w_o_.begin(all.last(1), form);
  set_parts();
}

void MultiHead::pack_as(ParameterForm form) {
  MultiHeadParameters& p = parameters_;
  const MatrixView side_by_side[] = {p.w_q, p.w_k, p.w_v}, w_o = p.w_o;
  w_qkv_.assign(side_by_side, form);
  w_o_.assign(std::span(&w_o, 1), form);
  for (Matrix* w : {&p.w_q, &p.w_k, &p.w_v, &p.w_o}) w->resize(0, 0);
}

void MultiHead::pack() {
  const MultiHeadParameters& p = parameters_;
  const bool is_packed_only = w_qkv_.code() != nullptr;
  if (!is_packed_only) {
    const MatrixView side_by_side[] = {p.w_q, p.w_k, p.w_v};
    w_qkv_.assign(side_by_side);
    w_o_.assign(p.w_o);
  }
  set_parts();
}

void MultiHead::set_parts() {
  const MultiHeadParameters& p = parameters_;
  projections_[kQuery] = {0, config_.num_heads, config_.d_head};
  projections_[kKey] = {w_qkv_.next_panel(projections_[kQuery].end()), config_.num_kv_heads,
                        config_.d_head};
  projections_[kValue] = {w_qkv_.next_panel(projections_[kKey].end()), config_.num_kv_heads,
                          config_.d_v};
  if (config_.bias) {
    b_qkv_.setZero(w_qkv_.cols());
    b_qkv_.segment(projections_[kQuery].first, p.b_q.size()) = p.b_q;
    b_qkv_.segment(projections_[kKey].first, p.b_k.size()) = p.b_k;
    b_qkv_.segment(projections_[kValue].first, p.b_v.size()) = p.b_v;
  }
}

}  // namespace attn
