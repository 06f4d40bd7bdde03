#include "session.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "attention/head_layout.h"
#include "attention/row_detail.h"
#include "base/check.h"
#include "from_js.h"
#include "layers/sequence.h"
#include "ops/difference.h"
#include "ops/embedding.h"
#include "ops/mask.h"
#include "ops/position.h"
#include "to_js.h"

namespace attn::js {

namespace {

constexpr double kMaxExtent = 1 << 20;

Index extent(const Session::val& object, const char* name) {
  return static_cast<Index>(whole_number(object, name, 1, kMaxExtent));
}

std::uint64_t seed_of(const Session::val& object) {
  return static_cast<std::uint64_t>(whole_number(object, "seed", 0, kMaxSeed));
}

Mask mask_of(const Session::val& inputs) {
  return is_second_word(inputs, "mask", "none", "causal") ? Mask::causal_at() : Mask::none();
}

Tensor input(const Session::val& inputs, const char* name, const char* n_axis) {
  return tensor_from_js(object_from_js("the inputs", inputs), name, {"batch", n_axis, "d_model"});
}

// A matrix, or a bias.
Tensor parameter_from_js(const Session::val& given, const char* name, bool is_bias) {
  Tensor tensor = tensor_from_js(given, name, {"d_in", "d_out"});
  if (tensor.rank() != (is_bias ? 1 : 2)) {
    refuse("expected {} with {}, got {}", {name, is_bias ? "1 axis" : "2 axes", tensor});
  }
  return tensor;
}

MultiHeadParameters parameters_from_js(const Session::val& given, const MultiHeadConfig& config) {
  MultiHeadParameters parameters;
  MultiHeadParameters::for_each(parameters, [&](const char* name, auto& parameter) {
    const bool is_bias = name[0] == 'b', is_table = name[0] == 'r';
    if ((is_bias && !config.bias) || is_table) return;
    parameter = parameter_from_js(given, name, is_bias).matrix();
  });
  return parameters;
}

}  // namespace

Session::val Session::embed(const val& request) const {
  const std::vector<std::string> tokens = texts(object_from_js("the request", request), "tokens");
  const Index d_model = extent(request, "d_model");
  const Vocabulary vocabulary = build_vocabulary(tokens);
  const Matrix table = random_embedding_table(vocabulary.tokens, d_model, seed_of(request));
  const Matrix embedded = embedding(vocabulary.ids, table);
  Matrix position = Matrix::Zero(embedded.rows(), d_model);
  if (is_second_word(request, "positions", "none", "sinusoidal"))
    position = sinusoidal_positions(embedded.rows(), d_model);

  val result = val::object();
  result.set("embedding", to_js(Tensor::from_matrix(embedded, "query", "d_model")));
  result.set("position", to_js(Tensor::from_matrix(position, "query", "d_model")));
  result.set("x", to_js(Tensor::from_matrix(Matrix(embedded + position), "query", "d_model")));
  return result;
}

int Session::create_multi_head(const val& request) {
  object_from_js("the configuration", request);
  MultiHeadConfig config{extent(request, "d_model"), extent(request, "num_heads"), true};
  const val given = request["parameters"];
  MultiHeadParameters parameters;
  if (given.isUndefined()) {
    config.bias = flag(request, "bias", true);
    parameters = MultiHeadParameters::random(config, seed_of(request));
  } else {
    config.bias = !object_from_js("parameters", given)["b_q"].isUndefined();
    parameters = parameters_from_js(given, config);
  }
  layers_.emplace(next_layer_, Layer{MultiHead(config, std::move(parameters))});
  return next_layer_++;
}

Session::val Session::parameters(double number) const {
  val object = val::object();
  // Not generic: once for matrices and biases, which are one row.
  const auto show = [&](const char* name, ConstMatrixRef parameter) {
    if (parameter.size() == 0) return;
    Tensor tensor = Tensor::from_matrix(parameter, "d_in", "d_out");
    if (name[0] == 'b') tensor = Tensor({"d_out"}, {parameter.size()}, std::move(tensor.data));
    object.set(name, to_js(tensor));
  };
  MultiHeadParameters::for_each(layer(number).multi_head.parameters(), show);
  return object;
}

void Session::release(double number) {
  if (number >= 1 && number < next_layer_ && number == std::floor(number))
    layers_.erase(static_cast<int>(number));
}

Session::val Session::forward(double number, const val& inputs) const {
  return to_js(layer(number).multi_head.forward(input(inputs, "query", "query"),
                                                input(inputs, "key", "key"),
                                                input(inputs, "value", "key"), mask_of(inputs)));
}

AttentionTrace Session::traced(double number, const val& inputs, Keep keep) const {
  AttentionTrace made;
  made.keep = keep;
  Tensor output =
      layer(number).multi_head.forward(input(inputs, "query", "query"), input(inputs, "key", "key"),
                                       input(inputs, "value", "key"), mask_of(inputs), {}, &made);
  if (keep == Keep::kWeights) made.output = with_batch(output);
  return made;
}

Session::val Session::weights(double number, const val& inputs) const {
  const AttentionTrace made = traced(number, inputs, Keep::kWeights);
  val result = val::object();
  result.set("weights", to_js(made.weights));
  result.set("output", to_js(made.output));
  return result;
}

Session::val Session::trace(double number, const val& inputs) {
  AttentionTrace made = traced(number, inputs, Keep::kTrace);
  std::unique_ptr<AttentionTrace>& kept = layer(number).trace;
  kept = std::make_unique<AttentionTrace>(std::move(made));
  return fields_to_js(*kept);
}

void Session::open_room(double number, const val& request) {
  object_from_js("the request", request);
  const auto shape = [&](const char* name) {
    return shape_from_js(name, request[name], rank_from_js(name, request[name]));
  };
  layer(number).room.emplace(shape("query"), shape("key"), flag(request, "is_self", false),
                             mask_of(request));
}

void Session::compute(double number, int parts) {
  if (parts < 0 || parts > static_cast<int>(Parts::kTrace)) {
    refuse("expected parts from 0 to 2, got {}", {static_cast<Index>(parts)});
  }
  Layer& called = layer(number);
  room(number).compute(called.multi_head, static_cast<Parts>(parts), called.trace);
}

Session::val Session::room_inputs(double number) { return room(number).inputs(); }
Session::val Session::room_results(double number) { return room(number).results(); }
Session::val Session::room_layout(double number) { return room(number).layout(); }

Session::val Session::row_detail(double number, const val& request) const {
  const AttentionTrace& kept = kept_trace(number);
  object_from_js("the request", request);
  const auto batch = static_cast<Index>(whole_number(request, "batch", 0, kMaxExtent));
  const auto query = static_cast<Index>(whole_number(request, "query", 0, kMaxExtent));
  const auto most = static_cast<Index>(whole_number(request, "most", 0, kMaxExtent));
  if (request["head"].isNull()) return fields_to_js(mean_row_detail(kept, batch, query, most));
  const auto head = static_cast<Index>(whole_number(request, "head", 0, kMaxExtent));
  return fields_to_js(attn::row_detail(kept, batch, head, query, most));
}

Session::val Session::average(double number, const val& field) const {
  const std::string wanted = text_from_js("a field of the trace that has heads", {}, field);
  const Tensor* found = nullptr;
  AttentionTrace::for_each(kept_trace(number), [&](const char* name, const Tensor& tensor) {
    if (wanted == name && tensor.rank() == 4) found = &tensor;
  });
  if (found == nullptr)
    refuse("expected a field of the trace that has heads, got \"{}\"", {wanted});
  return to_js(average_heads(*found));
}

Session::val Session::difference(const val& given) const {
  object_from_js("the tensors", given);
  const std::vector<std::string> axes = {"batch", "head", "row", "column"};
  return to_js(
      attn::difference(tensor_from_js(given, "a", axes), tensor_from_js(given, "b", axes)));
}

const Session::Layer& Session::layer(double number) const {
  const auto found =
      number >= 1 && number < next_layer_ ? layers_.find(static_cast<int>(number)) : layers_.end();
  if (found == layers_.end() || found->first != number)
    refuse("there is no layer {}", {shown(val(number))});
  return found->second;
}

Room& Session::room(double number) {
  std::optional<Room>& open = layer(number).room;
  if (!open) refuse("layer {} has no room: open one first", {shown(val(number))});
  return *open;
}

const AttentionTrace& Session::kept_trace(double number) const {
  const std::unique_ptr<AttentionTrace>& kept = layer(number).trace;
  if (kept == nullptr) refuse("layer {} has no trace yet: ask for one first", {shown(val(number))});
  return *kept;
}

}  // namespace attn::js
