#include "layers/feed_forward.h"

#include <utility>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"
#include "layers/sequence.h"
#include "ops/linear.h"

namespace attn {
namespace {

// A zero tensor with the shape of x, except that its last axis has `columns` elements.
Tensor widened(const Tensor& x, Index columns, const char* axis) {
  std::vector<std::string> axes = x.axes;
  std::vector<Index> shape = x.shape;
  axes.back() = axis;
  shape.back() = columns;
  return Tensor(std::move(axes), std::move(shape));
}

// d * x element by element; exactly 0 where d is 0, even if x is NaN there (a padded token).
Matrix scaled_where_nonzero(const Matrix& d, ConstMatrixMap x) {
  Matrix product(d.rows(), d.cols());
  scale_where_nonzero(d.data(), x.data(), d.size(), product.data());
  return product;
}

}  // namespace

void check_feed_forward_config(const FeedForwardConfig& config) {
  check_min("d_model", config.d_model, 1);
  check_min("d_ff", config.d_ff, 1);
}

FeedForwardParameters FeedForwardParameters::random(const FeedForwardConfig& config,
                                                    std::uint64_t seed) {
  check_feed_forward_config(config);
  FeedForwardParameters parameters;
  const auto draw = [&](const char* name, Index rows, Index columns, Matrix& w) {
    Random random(seed, stream_of(name));
    w = glorot_matrix(rows, columns, random);
  };
  draw("w_1", config.d_model, config.d_ff, parameters.w_1);
  draw("w_2", config.d_ff, config.d_model, parameters.w_2);
  if (config.gated) draw("w_gate", config.d_model, config.d_ff, parameters.w_gate);
  if (config.bias) {
    parameters.b_1.setZero(config.d_ff);
    parameters.b_2.setZero(config.d_model);
  }
  return parameters;
}

FeedForward::FeedForward(const FeedForwardConfig& config, FeedForwardParameters parameters)
    : config_(config), parameters_(std::move(parameters)) {
  check_feed_forward_config(config_);
  const Index d_model = config_.d_model, d_ff = config_.d_ff;
  check_shape("w_1", parameters_.w_1, d_model, d_ff);
  check_shape("w_2", parameters_.w_2, d_ff, d_model);
  check_shape("w_gate", parameters_.w_gate, config_.gated ? d_model : 0, config_.gated ? d_ff : 0);
  check_bias("b_1", parameters_.b_1, config_.bias ? d_ff : 0);
  check_bias("b_2", parameters_.b_2, config_.bias ? d_model : 0);
  pack();
}

FeedForward::FeedForward(const FeedForwardConfig& config, ParameterForm form) : config_(config) {
  check_feed_forward_config(config_);
  const Index d_model = config_.d_model, d_ff = config_.d_ff;
  w_1_.begin(d_model, d_ff, form);
  w_2_.begin(d_ff, d_model, form);
  if (config_.gated) w_gate_.begin(d_model, d_ff, form);
  parameters_.b_1.setZero(config_.bias ? d_ff : 0);
  parameters_.b_2.setZero(config_.bias ? d_model : 0);
}

void FeedForward::pack_as(ParameterForm form) {
  const auto pack_one = [&](Matrix& w, PackedMatrix& packed) {
    if (w.size() == 0) return;
    const MatrixView view = w;
    packed.assign(std::span(&view, 1), form);
    w.resize(0, 0);
  };
  pack_one(parameters_.w_1, w_1_);
  pack_one(parameters_.w_2, w_2_);
  pack_one(parameters_.w_gate, w_gate_);
}

void FeedForward::pack() {
  const bool is_packed_only = w_1_.code() != nullptr;
  if (is_packed_only) return;
  w_1_.assign(parameters_.w_1);
  w_2_.assign(parameters_.w_2);
  if (config_.gated) w_gate_.assign(parameters_.w_gate);
}

Tensor FeedForward::forward(const Tensor& x, FeedForwardTrace* trace,
                            const TraceHooks& hooks) const {
  if (x.rank() < 1 || x.shape.back() != config_.d_model) {
    refuse("expected x of shape [.., d_model] with d_model {}, got {}", {config_.d_model, x});
  }
  const ActivationKernel activation = activation_kernel(config_.activation);
  const bool keeps = trace != nullptr || !hooks.empty();
  // Without a trace or hooks, activation and product are computed in place.
  FeedForwardTrace intermediates;
  intermediates.hidden = widened(x, config_.d_ff, "d_ff");
  ProductOptions first, second;
  const FeedForwardParameters& p = parameters_;
  if (config_.bias) first.bias = p.b_1.data(), second.bias = p.b_2.data();
  if (!config_.gated && !keeps) first.activate = activation;
  multiply(rows_of(x), w_1_, rows_of(intermediates.hidden), first);
  hooks.correct("w_1", {p.w_1.data(), &w_1_}, rows_of(x), rows_of(intermediates.hidden));
  hooks.correct_bias("b_1", p.b_1, rows_of(intermediates.hidden));
  hooks.change("hidden", intermediates.hidden);
  Tensor* current = &intermediates.hidden;
  if (config_.gated) {
    intermediates.gate = widened(x, config_.d_ff, "d_ff");
    ProductOptions gate;
    if (!keeps) gate.activate = activation;
    multiply(rows_of(x), w_gate_, rows_of(intermediates.gate), gate);
    hooks.correct("w_gate", {p.w_gate.data(), &w_gate_}, rows_of(x), rows_of(intermediates.gate));
    hooks.change("gate", intermediates.gate);
    current = &intermediates.gate;
  }
  if (keeps) {
    intermediates.activated = *current;
    current = &intermediates.activated;
    activation(current->data.data(), current->size());
    hooks.change("activated", *current);
  }
  if (config_.gated) {
    if (keeps) {
      intermediates.product = *current;
      current = &intermediates.product;
    }
    rows_of(*current).array() *= rows_of(intermediates.hidden).array();
    hooks.change("product", *current);
  }
  Tensor y = Tensor::zeros_like(x);
  multiply(rows_of(*current), w_2_, rows_of(y), second);
  hooks.correct("w_2", {p.w_2.data(), &w_2_}, rows_of(*current), rows_of(y));
  hooks.correct_bias("b_2", p.b_2, rows_of(y));
  hooks.change("y", y);

  if (trace != nullptr) {
    intermediates.y = y;
    *trace = std::move(intermediates);
  }
  return y;
}

FeedForwardGradients FeedForward::backward(const Tensor& x, const FeedForwardTrace& trace,
                                           const Tensor& d_y_in, const TraceHooks& hooks) const {
  check_same_shape("d_y", d_y_in, x);
  check_same_shape("the trace's y", trace.y, x);
  const FeedForwardParameters& p = parameters_;
  FeedForwardGradients gradients;
  FeedForwardParameters& d = gradients.parameters;
  d.w_1.setZero(p.w_1.rows(), p.w_1.cols());
  d.w_2.setZero(p.w_2.rows(), p.w_2.cols());
  d.w_gate.setZero(p.w_gate.rows(), p.w_gate.cols());
  d.b_1.setZero(p.b_1.size());
  d.b_2.setZero(p.b_2.size());

  Tensor d_y_hooked;
  const Tensor& d_y = hooks.backward("y", d_y_in, d_y_hooked);
  const auto at_field = [&](const char* field, Matrix& d_field) {
    hooks.backward(field, x.shape[0], d_field, "d_ff");
  };
  const ConstMatrixMap rows = rows_of(x), hidden = rows_of(trace.hidden);
  gradients.d_x = Tensor::zeros_like(x);
  MatrixMap d_x = rows_of(gradients.d_x);
  Matrix d_hidden(hidden.rows(), hidden.cols());
  if (config_.gated) {
    Matrix d_product(hidden.rows(), hidden.cols());
    linear_backward(rows_of(trace.product), p.w_2, rows_of(d_y), d_product, d.w_2, d.b_2, &w_2_);
    hooks.correct_backward("w_2", {p.w_2.data(), &w_2_}, rows_of(d_y), d_product);
    at_field("product", d_product);
    Matrix d_activated = scaled_where_nonzero(d_product, hidden);
    at_field("activated", d_activated);
    d_hidden = scaled_where_nonzero(d_product, rows_of(trace.activated));
    at_field("hidden", d_hidden);
    Matrix d_gate = activate_backward(config_.activation, rows_of(trace.gate), d_activated);
    at_field("gate", d_gate);
    RowVector no_bias;
    Matrix d_x_by_gate(d_x.rows(), d_x.cols());
    linear_backward(rows, p.w_gate, d_gate, d_x_by_gate, d.w_gate, no_bias, &w_gate_);
    hooks.correct_backward("w_gate", {p.w_gate.data(), &w_gate_}, d_gate, d_x_by_gate);
    linear_backward(rows, p.w_1, d_hidden, d_x, d.w_1, d.b_1, &w_1_);
    d_x += d_x_by_gate;
  } else {
    linear_backward(rows_of(trace.activated), p.w_2, rows_of(d_y), d_hidden, d.w_2, d.b_2, &w_2_);
    hooks.correct_backward("w_2", {p.w_2.data(), &w_2_}, rows_of(d_y), d_hidden);
    at_field("activated", d_hidden);
    activate_backward_in_place(config_.activation, hidden, d_hidden);
    at_field("hidden", d_hidden);
    linear_backward(rows, p.w_1, d_hidden, d_x, d.w_1, d.b_1, &w_1_);
  }
  hooks.correct_backward("w_1", {p.w_1.data(), &w_1_}, d_hidden, d_x);
  return gradients;
}

}  // namespace attn
