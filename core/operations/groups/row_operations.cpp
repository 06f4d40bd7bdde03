// Operations that treat each row independently: linear, softmax, embedding, layer_norm, rms_norm,
// activation, feed_forward
#include <utility>

#include "attention/attention_call.h"
#include "base/check.h"
#include "layers/sequence.h"
#include "operations/call_checks.h"
#include "operations/groups/groups.h"
#include "operations/models/row_models.h"
#include "ops/activation.h"
#include "ops/linear.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// A view of the caller's parameter. Throws if it is missing or has another number of axes.
ConstMatrixMap borrowed_parameter(const OperationInputs& call, const char* name, Index rank,
                                  const char* shape) {
  const Tensor* parameter = call.parameters.find(name);
  if (parameter == nullptr) {
    refuse("expected the parameter \"{}\" of shape {}, got none", {name, shape});
  }
  check_parameter_rank(name, *parameter, rank);
  return parameter->matrix();
}

void check_parameters(const OperationInputs& call, std::initializer_list<const char*> names) {
  if (const auto unknown = unknown_name(call.parameters, {names.begin(), names.size()})) {
    refuse("expected one of the parameters {}, got \"{}\"", {unknown->known, unknown->name});
  }
}

// One call with borrowed parameters, which are read in place without packing.
struct LinearCall {
  explicit LinearCall(const OperationInputs& call)
      : x(rows_input(call.inputs, "x")), w(borrowed_parameter(call, "w", 2, "[d_in, d_out]")) {
    check_parameters(call, {"w", "b"});
    if (call.parameters.find("b") != nullptr) b = borrowed_parameter(call, "b", 1, "[d_out]");
    read_all(call.config, LinearConfig::read).check(w.rows(), w.cols(), b.size());
  }

  const Tensor& x;
  ConstMatrixMap w;
  RowVector b;
};

NamedTensors linear_forward(const OperationInputs& inputs, NamedTensors*) {
  const LinearCall call(inputs);
  return one_result("y", with_rows_of(call.x, linear(rows_of(call.x), call.w, call.b), "d_out"));
}

NamedTensors linear_backward_of(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const LinearCall call(inputs);
  check_linear_x(rows_of(call.x), call.w);
  check_linear_b(call.w, call.b);
  const Tensor& d_y = read_d_output(d_outputs, "d_y", shape_with_rows_of(call.x, call.w.cols()));
  LinearGradients d = linear_gradients(call.x, call.w, call.b.size(), d_y, Wanted::kAllGradients);
  NamedTensors gradients = named(std::move(d.parameters), "d_");
  gradients.put("d_x", std::move(d.d_x));
  return gradients;
}

// A single call reads its parameters in place; a prepared model packs them.
constexpr Operation in_place(Operation operation, decltype(Operation::forward) forward,
                             decltype(Operation::backward) backward) {
  operation.forward = forward;
  operation.backward = backward;
  return operation;
}

ConstMatrixMap borrowed_table(const OperationInputs& call) {
  check_parameters(call, {"table"});
  const ConstMatrixMap table = borrowed_parameter(call, "table", 2, "[vocab_size, d_model]");
  read_all(call.config, EmbeddingConfig::read).check(table.rows(), table.cols());
  return table;
}

NamedTensors embedding_forward(const OperationInputs& call, NamedTensors*) {
  return one_result("y", EmbeddingCall(call.inputs).forward(borrowed_table(call)));
}

NamedTensors embedding_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const EmbeddingCall call(inputs.inputs);
  const ConstMatrixMap table = borrowed_table(inputs);
  const Tensor& d_y = read_d_output(d_outputs, "d_y", call.y_shape(table.cols()));
  return named(call.backward(table, d_y), "d_");
}

float read_temperature(const Config& config) {
  float temperature = 1;
  config.read("temperature", temperature);
  check_scale_and_temperature({}, temperature);
  return temperature;
}

NamedTensors softmax(const OperationInputs& call, NamedTensors* trace) {
  const float temperature = read_all(call.config, read_temperature);
  const Tensor& scores = rows_input(call.inputs, "scores");
  Tensor weights = scores;
  const std::vector<RowStatus> status =
      softmax_rows(rows_of(scores), rows_of(weights), temperature);
  if (keeps_intermediates(call.keep)) {
    Tensor row_status({scores.axes.begin(), scores.axes.end() - 1},
                      {scores.shape.begin(), scores.shape.end() - 1});
    put_status(status, row_status.data.data());
    trace->put("row_status", std::move(row_status));
  }
  return one_result("weights", std::move(weights));
}

NamedTensors softmax_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const Tensor weights = softmax(call, nullptr).at("weights");
  Tensor d_scores = read_d_output(d_outputs, "d_weights", weights.shape);
  softmax_backward(rows_of(weights), rows_of(d_scores), rows_of(d_scores));
  rows_of(d_scores) /= read_temperature(call.config);
  d_scores.axes = weights.axes;
  return one_result("d_scores", std::move(d_scores));
}

Activation read_kind(const Config& config) { return read_activation(config, "kind"); }

NamedTensors activation(const OperationInputs& call, NamedTensors*) {
  const Activation kind = read_all(call.config, read_kind);
  Tensor x = rows_input(call.inputs, "x");
  rows_of(x) = activate(kind, rows_of(x));
  return one_result("y", std::move(x));
}

NamedTensors activation_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const Activation kind = read_all(call.config, read_kind);
  Tensor x = rows_input(call.inputs, "x");
  const Tensor& d_y = read_d_output(d_outputs, "d_y", x.shape);
  rows_of(x) = activate_backward(kind, rows_of(x), rows_of(d_y));
  return one_result("d_x", std::move(x));
}

}  // namespace

std::span<const Operation> row_operations() {
  static constexpr Operation kAll[] = {
      in_place(model_operation<LinearKind>("linear", "ops/linear.h", {"x"}), linear_forward,
               linear_backward_of),
      {.name = "softmax",
       .header = "ops/softmax.h",
       .inputs = {"scores"},
       .forward = softmax,
       .backward = softmax_gradients},
      in_place(model_operation<EmbeddingKind>("embedding", "ops/embedding.h", {"ids"}),
               embedding_forward, embedding_gradients),
      model_operation<NormKindOf<NormKind::kLayer>>("layer_norm", "ops/layer_norm.h", {"x"}),
      model_operation<NormKindOf<NormKind::kRms>>("rms_norm", "ops/layer_norm.h", {"x"}),
      {.name = "activation",
       .header = "ops/activation.h",
       .inputs = {"x"},
       .forward = activation,
       .backward = activation_gradients},
      model_operation<FeedForwardKind>("feed_forward", "layers/feed_forward.h", {"x"}),
  };
  return kAll;
}

}  // namespace attn
