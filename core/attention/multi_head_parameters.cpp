#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "attention/multi_head.h"
#include "base/check.h"
#include "base/random.h"

namespace attn {
namespace {

// A count or width of at least 1, where 0 stands for `otherwise`.
void resolve(const char* name, Index& number, Index otherwise) {
  if (number < 0) refuse({"expected ", name, " of at least 0, got ", number});
  if (number == 0) number = otherwise;
}

// The shape that a resolved configuration gives a parameter: [rows, columns]. A vector is one row,
// and what the configuration does without is [0, 0].
std::pair<Index, Index> parameter_shape(std::string_view name, const MultiHeadConfig& config) {
  const Index query_width = config.num_heads * config.d_head;
  const Index key_width = config.num_kv_heads * config.d_head;
  const Index value_width = config.num_kv_heads * config.d_v;
  if (name == "w_q") return {config.d_model, query_width};
  if (name == "w_k") return {config.d_key, key_width};
  if (name == "w_v") return {config.d_value, value_width};
  if (name == "w_o") return {config.num_heads * config.d_v, config.d_model};
  if (name == "relative_bias") {
    if (config.positions != AttentionPositions::kRelativeBuckets) return {0, 0};
    return {config.relative_buckets.num_buckets, config.num_heads};
  }
  if (!config.bias) return {0, 0};
  if (name == "b_q") return {1, query_width};
  if (name == "b_k") return {1, key_width};
  return {1, name == "b_v" ? value_width : config.d_model};
}

void check_parameter(const char* name, const Matrix& w, const MultiHeadConfig& config) {
  const auto [rows, columns] = parameter_shape(name, config);
  if (w.size() != 0 || rows != 0) check_shape(name, w, rows, columns);
}

void check_parameter(const char* name, const RowVector& b, const MultiHeadConfig& config) {
  const Index expected = parameter_shape(name, config).second;
  if (b.size() == expected) return;
  refuse({"expected ", name, " of shape [", expected, "] with bias ",
          config.bias ? "true" : "false", ", got [", b.size(), "]"});
}

void draw(const char* name, Matrix& w, const MultiHeadConfig& config, std::uint64_t seed) {
  const auto [rows, columns] = parameter_shape(name, config);
  const bool is_table = std::string_view(name) == "relative_bias";
  const double variance_below = is_table ? 1 : static_cast<double>(rows + columns) / 2;
  Random random(seed, stream_of(name));
  w = normal_matrix(rows, columns, 1 / std::sqrt(variance_below), random);
}

void draw(const char* name, RowVector& b, const MultiHeadConfig& config, std::uint64_t) {
  b.setZero(parameter_shape(name, config).second);
}

}  // namespace

MultiHeadConfig MultiHeadConfig::resolved() const {
  MultiHeadConfig full = *this;
  if (d_model < 1) refuse({"expected d_model of at least 1, got ", d_model});
  if (num_heads < 1) refuse({"expected num_heads of at least 1, got ", num_heads});
  resolve("num_kv_heads", full.num_kv_heads, num_heads);
  if (num_heads % full.num_kv_heads != 0) {
    refuse({"num_heads ", num_heads, " is not divisible by num_kv_heads ", full.num_kv_heads});
  }
  if (d_head == 0 && d_model % num_heads != 0) {
    refuse({"d_model ", d_model, " is not divisible by num_heads ", num_heads});
  }
  resolve("d_head", full.d_head, d_model / num_heads);
  resolve("d_v", full.d_v, full.d_head);
  resolve("d_key", full.d_key, d_model);
  resolve("d_value", full.d_value, d_model);
  // Before anyone multiplies them: a parameter that fits nowhere.
  element_count({full.d_model, full.num_heads, full.d_head});
  element_count({full.d_model, full.num_heads, full.d_v});
  if (scale && !std::isfinite(*scale)) {
    refuse({"expected a finite scale, got ", number_text(*scale)});
  }
  if (!(temperature > 0 && std::isfinite(temperature))) {
    refuse({"expected a finite temperature above 0, got ", number_text(temperature)});
  }
  if (positions == AttentionPositions::kRotary) check_rotary(rotary, full.d_head);
  if (positions == AttentionPositions::kRelativeBuckets) check_relative_buckets(relative_buckets);
  return full;
}

MultiHeadParameters MultiHeadParameters::random(const MultiHeadConfig& config, std::uint64_t seed) {
  const MultiHeadConfig full = config.resolved();
  MultiHeadParameters parameters;
  for_each(parameters,
           [&](const char* name, auto& parameter) { draw(name, parameter, full, seed); });
  return parameters;
}

MultiHead::MultiHead(const MultiHeadConfig& config, MultiHeadParameters parameters)
    : config_(config.resolved()), parameters_(std::move(parameters)) {
  MultiHeadParameters::for_each(parameters_, [&](const char* name, const auto& parameter) {
    check_parameter(name, parameter, config_);
  });
}

}  // namespace attn
