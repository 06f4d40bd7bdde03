#include "attention/multi_head.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "attention/head_layout.h"
#include "attention/scaled_dot_product.h"
#include "base/check.h"
#include "base/random.h"
#include "ops/linear.h"

namespace attn {
namespace {

void check_config(const MultiHeadConfig& config) {
  const Index d_model = config.d_model, num_heads = config.num_heads;
  if (d_model < 1) refuse({"expected d_model of at least 1, got ", d_model});
  if (num_heads < 1) refuse({"expected num_heads of at least 1, got ", num_heads});
  if (d_model % num_heads != 0) {
    refuse({"d_model ", d_model, " is not divisible by num_heads ", num_heads});
  }
}

void check_parameter(const char* name, const Matrix& w, const MultiHeadConfig& config) {
  check_shape(name, w, config.d_model, config.d_model);
}

void check_parameter(const char* name, const RowVector& b, const MultiHeadConfig& config) {
  const Index expected = config.bias ? config.d_model : 0;
  if (b.size() == expected) return;
  refuse({"expected ", name, " of shape [", expected, "] with bias ",
          config.bias ? "true" : "false", ", got [", b.size(), "]"});
}

// query, key and value: alike in rank and batch, key and value alike in length.
void check_inputs(const Tensor& query, const Tensor& key, const Tensor& value, Index d_model) {
  const bool batched = query.rank() == 3;
  if (!(batched || query.rank() == 2) || query.shape.back() != d_model ||
      (batched && query.shape[0] < 1)) {
    refuse({"expected query of shape [batch, query, d_model] or [query, d_model] with d_model ",
            d_model, " and at least one batch item, got ", query.shape_text()});
  }
  if (key.rank() != query.rank() || key.shape.back() != d_model ||
      (batched && key.shape[0] != query.shape[0])) {
    refuse({"expected key of shape ", batched ? "[batch, key, d_model]" : "[key, d_model]",
            " to go with query ", query.shape_text(), ", got ", key.shape_text()});
  }
  if (value.shape != key.shape) {
    refuse({"expected value of the shape of key ", key.shape_text(), ", got ", value.shape_text()});
  }
}

// Each item by itself, not all rows in one product: an item's bits must not depend on its company.
//   x [batch, n, d_model] or [n, d_model]    w [d_model, d_model]    returns [batch * n, d_model]
Matrix project(const Tensor& x, const Matrix& w, const RowVector& b) {
  const Index batch = x.matrix_count(), n = x.shape[x.shape.size() - 2];
  Matrix y(batch * n, w.cols());
  for (Index item = 0; item < batch; ++item) {
    y.middleRows(item * n, n) = linear(x.matrix(item), w, b);
  }
  return y;
}

}  // namespace

MultiHeadParameters MultiHeadParameters::random(const MultiHeadConfig& config, std::uint64_t seed) {
  check_config(config);
  MultiHeadParameters parameters;
  const double standard_deviation = 1 / std::sqrt(static_cast<double>(config.d_model));
  const auto draw = [&](const char* name, Matrix& w) {
    Random random(seed, stream_of(name));
    w = normal_matrix(config.d_model, config.d_model, standard_deviation, random);
  };
  draw("w_q", parameters.w_q);
  draw("w_k", parameters.w_k);
  draw("w_v", parameters.w_v);
  draw("w_o", parameters.w_o);
  if (config.bias) {
    for (RowVector* b : {&parameters.b_q, &parameters.b_k, &parameters.b_v, &parameters.b_o}) {
      b->setZero(config.d_model);
    }
  }
  return parameters;
}

MultiHead::MultiHead(const MultiHeadConfig& config, MultiHeadParameters parameters)
    : config_(config), parameters_(std::move(parameters)) {
  check_config(config_);
  MultiHeadParameters::for_each(parameters_, [&](const char* name, const auto& parameter) {
    check_parameter(name, parameter, config_);
  });
}

Tensor MultiHead::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                          const Mask& mask, AttentionTrace* trace) const {
  check_inputs(query, key, value, config_.d_model);
  const Index batch = query.matrix_count(), num_heads = config_.num_heads;
  const MultiHeadParameters& p = parameters_;
  Tensor q = split_heads(project(query, p.w_q, p.b_q), batch, num_heads, "query");
  Tensor k = split_heads(project(key, p.w_k, p.b_k), batch, num_heads, "key");
  Tensor v = split_heads(project(value, p.w_v, p.b_v), batch, num_heads, "key");

  const Tensor context = scaled_dot_product_attention(q, k, v, mask, trace);
  Tensor concat = merge_heads(context);
  const Matrix projected = project(concat, p.w_o, p.b_o);
  Tensor output(query.axes, query.shape);
  std::copy_n(projected.data(), projected.size(), output.data.data());

  if (trace != nullptr) {
    trace->q = std::move(q);
    trace->k = std::move(k);
    trace->v = std::move(v);
    trace->concat = std::move(concat);
    trace->output = output;
    if (output.rank() == 2) {
      trace->output.axes.insert(trace->output.axes.begin(), "batch");
      trace->output.shape.insert(trace->output.shape.begin(), 1);
    }
  }
  return output;
}

}  // namespace attn
