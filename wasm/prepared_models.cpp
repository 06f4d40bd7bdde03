#include "prepared_models.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config_from_js.h"
#include "from_js.h"
#include "named.h"
#include "operations/prepared.h"

namespace attn::js {
namespace {

// With what it was given last, where the next call finds room.
struct Held {
  Prepared prepared;
  NamedTensors inputs = {}, targets = {};

  const NamedTensors& read_inputs(const val& given) {
    return inputs = named_tensors_from_js("input", given, std::move(inputs));
  }
};

using Numbered = std::pair<int, std::unique_ptr<Held>>;

struct Models {
  std::vector<Numbered> held;
  int next = 1;
};

Models& models() {
  static Models all;
  return all;
}

std::vector<Numbered>::iterator find(const val& model) {
  const double number = whole_number_from_js("the model", model, 1, 2147483647);
  std::vector<Numbered>& held = models().held;
  const auto found = std::find_if(held.begin(), held.end(),
                                  [&](const Numbered& each) { return each.first == number; });
  if (found == held.end())
    refuse_value("the number of a model that has not been released", {}, model);
  return found;
}

Held& model_of(const val& model) { return *find(model)->second; }

}  // namespace

val prepare(const val& operation, const val& config, const val& parameters) {
  std::string name = text_from_js("the operation to be a text", {}, operation);
  Config read = config_from_js("the configuration", config);
  Prepared model =
      parameters.isNumber()
          ? Prepared(
                name, std::move(read),
                static_cast<std::uint64_t>(whole_number_from_js("seed", parameters, 0, kMaxSeed)))
          : Prepared(name, std::move(read), named_tensors_from_js("parameter", parameters));
  models().held.emplace_back(models().next, std::make_unique<Held>(Held{std::move(model)}));
  return val(models().next++);
}

val run_model(const val& model, const val& inputs, const val& want_trace) {
  Held& held = model_of(model);
  const bool traced = flag_from_js("trace", want_trace);
  NamedTensors trace;
  const NamedTensors outputs =
      held.prepared.run(held.read_inputs(inputs), traced ? Keep::kTrace : Keep::kOutputs, &trace);
  return results_to_js(outputs, traced ? &trace : nullptr);
}

val model_gradients(const val& model, const val& inputs, const val& d_outputs) {
  Held& held = model_of(model);
  return named_tensors_to_js(held.prepared.gradients(
      held.read_inputs(inputs), named_tensors_from_js("output's gradient", d_outputs)));
}

val step_model(const val& model, const val& inputs) {
  Prepared& prepared = model_of(model).prepared;
  const NamedTensors outputs = prepared.step(named_tensors_from_js("input", inputs));
  val result = results_to_js(outputs, nullptr);
  result.set("length", static_cast<double>(prepared.length()));
  return result;
}

val train_model(const val& model, const val& inputs, const val& targets, const val& adam) {
  Held& held = model_of(model);
  held.targets = named_tensors_from_js("target", targets, std::move(held.targets));
  return val(held.prepared.train(held.read_inputs(inputs), held.targets,
                                 config_from_js("the options", adam)));
}

val restart_model(const val& model) {
  model_of(model).prepared.restart();
  return val::undefined();
}

val model_parameters(const val& model, const val& names) {
  return named_tensors_to_js(model_of(model).prepared.parameters(
      names.isUndefined() ? std::nullopt : std::optional(texts_from_js("names", names))));
}

val release_model(const val& model) {
  models().held.erase(find(model));
  return val::undefined();
}

}  // namespace attn::js
