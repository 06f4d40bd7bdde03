#include "layers/feed_forward.h"

#include <cmath>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "layers/sequence.h"
#include "ops/linear.h"

namespace attn {
namespace {

void check_parameter(const char* name, const RowVector& b, bool bias, Index expected) {
  if (b.size() == (bias ? expected : 0)) return;
  refuse({"expected ", name, " of shape [", bias ? expected : 0, "] with bias ",
          bias ? "true" : "false", ", got [", b.size(), "]"});
}

// Shaped as x, but `columns` wide.
Tensor widened(const Tensor& x, Index columns, const char* axis) {
  std::vector<std::string> axes = x.axes;
  std::vector<Index> shape = x.shape;
  axes.back() = axis;
  shape.back() = columns;
  return Tensor(std::move(axes), std::move(shape));
}

Tensor widened(const Tensor& x, ConstMatrixRef rows, const char* axis) {
  Tensor y = widened(x, rows.cols(), axis);
  rows_of(y) = rows;
  return y;
}

// d * x element by element, 0 where d is exactly 0 whatever x holds there (NaN of a padded token).
Matrix product_where_nonzero(ConstMatrixRef d, ConstMatrixRef x) {
  return (d.array() == 0).select(0.0f, d.array() * x.array());
}

}  // namespace

void check_feed_forward_config(const FeedForwardConfig& config) {
  if (config.d_model < 1) refuse({"expected d_model of at least 1, got ", config.d_model});
  if (config.d_ff < 1) refuse({"expected d_ff of at least 1, got ", config.d_ff});
}

FeedForwardParameters FeedForwardParameters::random(const FeedForwardConfig& config,
                                                    std::uint64_t seed) {
  check_feed_forward_config(config);
  const double deviation = std::sqrt(2 / static_cast<double>(config.d_model + config.d_ff));
  FeedForwardParameters parameters;
  const auto draw = [&](const char* name, Index rows, Index columns, Matrix& w) {
    Random random(seed, stream_of(name));
    w = normal_matrix(rows, columns, deviation, random);
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
  check_parameter("b_1", parameters_.b_1, config_.bias, d_ff);
  check_parameter("b_2", parameters_.b_2, config_.bias, d_model);
}

Tensor FeedForward::forward(const Tensor& x, FeedForwardTrace* trace) const {
  if (x.rank() < 1 || x.shape.back() != config_.d_model) {
    refuse({"expected x of shape [.., d_model] with d_model ", config_.d_model, ", got ",
            x.shape_text()});
  }
  const FeedForwardParameters& p = parameters_;
  Matrix gate;
  Matrix hidden = linear(rows_of(x), p.w_1, p.b_1);
  if (config_.gated) gate = linear(rows_of(x), p.w_gate, {});
  Matrix activated = activate(config_.activation, config_.gated ? gate : hidden);
  Matrix product;
  if (config_.gated) product = activated.cwiseProduct(hidden);
  Tensor y(x.axes, x.shape);
  rows_of(y) = linear(config_.gated ? product : activated, p.w_2, p.b_2);

  if (trace != nullptr) {
    *trace = {};
    trace->hidden = widened(x, hidden, "d_ff");
    trace->activated = widened(x, activated, "d_ff");
    if (config_.gated) {
      trace->gate = widened(x, gate, "d_ff");
      trace->product = widened(x, product, "d_ff");
    }
    trace->y = y;
  }
  return y;
}

FeedForwardGradients FeedForward::backward(const Tensor& x, const FeedForwardTrace& trace,
                                           const Tensor& d_y) const {
  check_same_shape("d_y", d_y, x);
  check_same_shape("the trace's y", trace.y, x);
  const FeedForwardParameters& p = parameters_;
  FeedForwardGradients gradients;
  FeedForwardParameters& d = gradients.parameters;
  d.w_1.setZero(p.w_1.rows(), p.w_1.cols());
  d.w_2.setZero(p.w_2.rows(), p.w_2.cols());
  d.w_gate.setZero(p.w_gate.rows(), p.w_gate.cols());
  d.b_1.setZero(p.b_1.size());
  d.b_2.setZero(p.b_2.size());

  const ConstMatrixMap hidden = rows_of(trace.hidden), activated = rows_of(trace.activated);
  gradients.d_x = Tensor(x.axes, x.shape);
  MatrixMap d_x = rows_of(gradients.d_x);
  if (config_.gated) {
    const ConstMatrixMap gate = rows_of(trace.gate);
    const Matrix d_product =
        linear_backward(rows_of(trace.product), p.w_2, rows_of(d_y), d.w_2, d.b_2);
    const Matrix d_activated = product_where_nonzero(d_product, hidden);
    const Matrix d_hidden = product_where_nonzero(d_product, activated);
    const Matrix d_gate = activate_backward(config_.activation, gate, d_activated);
    RowVector no_bias;
    d_x = linear_backward(rows_of(x), p.w_1, d_hidden, d.w_1, d.b_1);
    d_x += linear_backward(rows_of(x), p.w_gate, d_gate, d.w_gate, no_bias);
  } else {
    const Matrix d_activated = linear_backward(activated, p.w_2, rows_of(d_y), d.w_2, d.b_2);
    const Matrix d_hidden = activate_backward(config_.activation, hidden, d_activated);
    d_x = linear_backward(rows_of(x), p.w_1, d_hidden, d.w_1, d.b_1);
  }
  return gradients;
}

}  // namespace attn
