// What treats each row by itself: linear, softmax, embedding, layer_norm, rms_norm, activation,
// feed_forward
//
// The widths of linear, embedding and the norms are those of their parameters; the configuration
// may say them too, and has to where the parameters are to be drawn.
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "layers/feed_forward.h"
#include "layers/sequence.h"
#include "operations/adapter.h"
#include "ops/activation.h"
#include "ops/embedding.h"
#include "ops/layer_norm.h"
#include "ops/linear.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// An input of any number of axes, the last of which is a row.
Tensor read_rows(const OperationInputs& call, const char* name) {
  const Tensor& x = call.inputs.at(name);
  if (x.rank() < 1 || x.shape.back() < 1) {
    refuse("expected {} of shape [.., n] with n of at least 1, got {}", {name, x.shape});
  }
  return x;
}

// 0 when absent and not needed.
Index read_width(const Config& config, const char* key, bool is_needed) {
  return is_needed ? read_extent(config, key) : read_extent(config, key, 0);
}

void expect_width(const char* key, Index expected, Index got) {
  if (expected != 0 && expected != got) {
    refuse("expected parameters for \"{}\" {}, got {}", {key, expected, got});
  }
}

struct LinearParameters {
  Matrix w;
  RowVector b;

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w", self.w);
    visit("b", self.b);
  }
};

struct LinearSettings {
  Index d_in = 0, d_out = 0;
  bool bias = true;
};

template <bool is_needed>
LinearSettings read_linear(const Config& config) {
  return {read_width(config, "d_in", is_needed), read_width(config, "d_out", is_needed),
          config.flag("bias", true)};
}

NamedTensors random_linear(const Config& config, std::uint64_t seed) {
  const LinearSettings settings = read_all(config, read_linear<true>);
  LinearParameters parameters;
  Random random(seed, stream_of("w"));
  const double variance = 2.0 / static_cast<double>(settings.d_in + settings.d_out);
  parameters.w = normal_matrix(settings.d_in, settings.d_out, std::sqrt(variance), random);
  if (settings.bias) parameters.b = RowVector::Zero(settings.d_out);
  return named(std::move(parameters));
}

LinearParameters read_linear_parameters(const OperationInputs& call) {
  const LinearSettings settings = read_all(call.config, read_linear<false>);
  auto parameters = filled<LinearParameters>(call.parameters);
  expect_width("d_in", settings.d_in, parameters.w.rows());
  expect_width("d_out", settings.d_out, parameters.w.cols());
  if (call.config.has("bias") && settings.bias != (parameters.b.size() > 0)) {
    refuse("expected {}", {settings.bias ? "a parameter \"b\" with bias true, got none"
                                         : "no parameter \"b\" with bias false, got one"});
  }
  return parameters;
}

NamedTensors linear_forward(const OperationInputs& call, NamedTensors*) {
  const LinearParameters p = read_linear_parameters(call);
  const Tensor x = read_rows(call, "x");
  return one_result("y", with_rows_of(x, linear(rows_of(x), p.w, p.b), "d_out"));
}

NamedTensors linear_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const LinearParameters p = read_linear_parameters(call);
  const Tensor x = read_rows(call, "x");
  linear(rows_of(x).topRows(0), p.w, p.b);  // refuses what does not fit
  std::vector<Index> shape = x.shape;
  shape.back() = p.w.cols();
  const Tensor& d_y = read_d_output(d_outputs, "d_y", shape);
  LinearParameters d{Matrix::Zero(p.w.rows(), p.w.cols()), RowVector::Zero(p.b.size())};
  Tensor d_x = x;
  linear_backward(rows_of(x), p.w, rows_of(d_y), rows_of(d_x), d.w, d.b);
  NamedTensors gradients = named(std::move(d), "d_");
  gradients.put("d_x", std::move(d_x));
  return gradients;
}

float read_temperature(const Config& config) {
  const auto temperature = static_cast<float>(config.number("temperature", 1));
  if (!(temperature > 0)) {
    refuse("expected a temperature above 0, got {}", {number_text(temperature)});
  }
  return temperature;
}

NamedTensors softmax(const OperationInputs& call, NamedTensors* trace) {
  const float temperature = read_all(call.config, read_temperature);
  const Tensor scores = read_rows(call, "scores");
  Tensor weights = scores;
  const std::vector<RowStatus> status =
      softmax_rows(rows_of(scores), rows_of(weights), temperature);
  if (keeps_intermediates(call.keep)) {
    Tensor row_status({scores.axes.begin(), scores.axes.end() - 1},
                      {scores.shape.begin(), scores.shape.end() - 1});
    for (std::size_t i = 0; i < status.size(); ++i) {
      row_status.data[i] = static_cast<float>(status[i]);
    }
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

struct EmbeddingParameters {
  Matrix table;

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("table", self.table);
  }
};

template <bool is_needed>
std::pair<Index, Index> read_embedding(const Config& config) {
  return {read_width(config, "vocab_size", is_needed), read_width(config, "d_model", is_needed)};
}

NamedTensors random_embedding(const Config& config, std::uint64_t seed) {
  const auto [vocab_size, d_model] = read_all(config, read_embedding<true>);
  Random random(seed, stream_of("table"));
  return named(EmbeddingParameters{normal_matrix(vocab_size, d_model, 1, random)});
}

struct EmbeddingCall {
  explicit EmbeddingCall(const OperationInputs& call)
      : table(filled<EmbeddingParameters>(call.parameters).table),
        ids(read_ids("ids", call.inputs.at("ids"))) {
    const auto [vocab_size, d_model] = read_all(call.config, read_embedding<false>);
    expect_width("vocab_size", vocab_size, table.rows());
    expect_width("d_model", d_model, table.cols());
    y_shape = call.inputs.at("ids").shape;
    y_shape.push_back(table.cols());
  }

  Matrix table;
  TokenIds ids;
  std::vector<Index> y_shape;
};

NamedTensors embedding_forward(const OperationInputs& inputs, NamedTensors*) {
  const EmbeddingCall call(inputs);
  const Matrix rows = embedding(call.ids.ids, call.table);
  std::vector<std::string> axes{"batch", "query", "d_model"};
  if (call.y_shape.size() == 2) axes.erase(axes.begin());
  return one_result(
      "y", Tensor(std::move(axes), call.y_shape, {rows.data(), rows.data() + rows.size()}));
}

NamedTensors embedding_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const EmbeddingCall call(inputs);
  embedding(call.ids.ids, call.table);  // refuses an id that is outside of it
  const Tensor& d_y = read_d_output(d_outputs, "d_y", call.y_shape);
  EmbeddingParameters d{Matrix::Zero(call.table.rows(), call.table.cols())};
  embedding_backward(call.ids.ids, rows_of(d_y), d.table);
  return named(std::move(d), "d_");
}

struct NormSettings {
  Index d_model = 0;
  float epsilon = 0;
};

template <bool is_needed>
NormSettings read_norm(const Config& config) {
  return {read_width(config, "d_model", is_needed), read_epsilon(config)};
}

template <NormKind kind>
NamedTensors random_norm(const Config& config, std::uint64_t) {
  return named(NormParameters::identity(kind, read_all(config, read_norm<true>).d_model));
}

struct NormCall {
  explicit NormCall(const OperationInputs& call)
      : settings(read_all(call.config, read_norm<false>)),
        parameters(filled<NormParameters>(call.parameters)),
        x(read_rows(call, "x")) {
    expect_width("d_model", settings.d_model, parameters.gamma.size());
  }

  NormSettings settings;
  NormParameters parameters;
  Tensor x;
};

NamedTensors normalize_call(NormKind kind, const NormCall& call) {
  return one_result("y", normalize(kind, call.x, call.parameters, call.settings.epsilon));
}

NamedTensors normalize_gradients(NormKind kind, const NormCall& call,
                                 const NamedTensors& d_outputs) {
  normalize_call(kind, call);  // refuses what does not fit
  const Tensor& d_y = read_d_output(d_outputs, "d_y", call.x.shape);
  NormParameters d;
  Tensor d_x = normalize_backward(kind, call.x, call.parameters, call.settings.epsilon, d_y, d);
  NamedTensors gradients = named(std::move(d), "d_");
  d_x.axes = call.x.axes;
  gradients.put("d_x", std::move(d_x));
  return gradients;
}

template <NormKind kind>
NamedTensors norm(const OperationInputs& call, NamedTensors*) {
  return normalize_call(kind, NormCall(call));
}

template <NormKind kind>
NamedTensors norm_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  return normalize_gradients(kind, NormCall(call), d_outputs);
}

Activation read_kind(const Config& config) { return read_activation(config, "kind"); }

NamedTensors activation(const OperationInputs& call, NamedTensors*) {
  const Activation kind = read_all(call.config, read_kind);
  Tensor x = read_rows(call, "x");
  rows_of(x) = activate(kind, rows_of(x));
  return one_result("y", std::move(x));
}

NamedTensors activation_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const Activation kind = read_all(call.config, read_kind);
  Tensor x = read_rows(call, "x");
  const Tensor& d_y = read_d_output(d_outputs, "d_y", x.shape);
  rows_of(x) = activate_backward(kind, rows_of(x), rows_of(d_y));
  return one_result("d_x", std::move(x));
}

NamedTensors random_feed_forward(const Config& config, std::uint64_t seed) {
  return named(FeedForwardParameters::random(read_all(config, read_feed_forward), seed));
}

NamedTensors feed_forward(const OperationInputs& call, NamedTensors* trace) {
  const FeedForward layer(read_all(call.config, read_feed_forward),
                          filled<FeedForwardParameters>(call.parameters));
  return one_traced_result<FeedForwardTrace>(call, trace, "y", [&](FeedForwardTrace* made) {
    return layer.forward(read_rows(call, "x"), made);
  });
}

NamedTensors feed_forward_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const FeedForward layer(read_all(call.config, read_feed_forward),
                          filled<FeedForwardParameters>(call.parameters));
  const Tensor x = read_rows(call, "x");
  FeedForwardTrace trace;
  layer.forward(x, &trace);
  FeedForwardGradients made = layer.backward(x, trace, read_d_output(d_outputs, "d_y", x.shape));
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  gradients.put("d_x", std::move(made.d_x));
  return gradients;
}

}  // namespace

std::span<const Operation> row_operations() {
  static constexpr Operation kAll[] = {
      {"linear", "ops/linear.h", {"x"}, random_linear, linear_forward, linear_gradients},
      {"softmax", "ops/softmax.h", {"scores"}, nullptr, softmax, softmax_gradients},
      {"embedding",
       "ops/embedding.h",
       {"ids"},
       random_embedding,
       embedding_forward,
       embedding_gradients},
      {"layer_norm",
       "ops/layer_norm.h",
       {"x"},
       random_norm<NormKind::kLayer>,
       norm<NormKind::kLayer>,
       norm_gradients<NormKind::kLayer>},
      {"rms_norm",
       "ops/layer_norm.h",
       {"x"},
       random_norm<NormKind::kRms>,
       norm<NormKind::kRms>,
       norm_gradients<NormKind::kRms>},
      {"activation", "ops/activation.h", {"x"}, nullptr, activation, activation_gradients},
      {"feed_forward",
       "layers/feed_forward.h",
       {"x"},
       random_feed_forward,
       feed_forward,
       feed_forward_gradients},
  };
  return kAll;
}

}  // namespace attn
