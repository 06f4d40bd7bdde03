// Every operation of the family as JavaScript can reach it. family.d.ts has the types.
#include <emscripten/bind.h>

#include <cstdint>
#include <string>

#include "config_from_js.h"
#include "from_js.h"
#include "guarded.h"
#include "memory.h"
#include "named.h"
#include "operations/operation.h"
#include "prepared_models.h"

namespace attn::js {
namespace {

template <class Names>
val names_to_js(const Names& names) {
  val list = val::array();
  int count = 0;
  for (const char* name : names) {
    if (name != nullptr) list.set(count++, val(std::string(name)));
  }
  return list;
}

val list_operations() {
  val list = val::array();
  int count = 0;
  for (const Operation& operation : operations()) {
    val entry = val::object();
    entry.set("name", val(std::string(operation.name)));
    entry.set("header", val(std::string(operation.header)));
    entry.set("inputs", names_to_js(operation.inputs));
    entry.set("has_parameters", operation.random_parameters != nullptr);
    entry.set("has_gradients", operation.backward != nullptr);
    entry.set("can_be_prepared", operation.prepare != nullptr);
    list.set(count++, entry);
  }
  return list;
}

std::string name_of(const val& operation) {
  return text_from_js("the operation to be a text", {}, operation);
}

Config config_of(const val& config) { return config_from_js("the configuration", config); }

val draw_parameters(const val& operation, const val& config, const val& seed) {
  return named_tensors_to_js(random_parameters(
      name_of(operation), config_of(config),
      static_cast<std::uint64_t>(whole_number_from_js("seed", seed, 0, kMaxSeed))));
}

val run_operation(const val& operation, const val& config, const val& parameters, const val& inputs,
                  const val& want_trace) {
  const bool traced = flag_from_js("trace", want_trace);
  NamedTensors trace;
  const NamedTensors outputs =
      run(name_of(operation), config_of(config), named_tensors_from_js("parameter", parameters),
          named_tensors_from_js("input", inputs), traced ? Keep::kTrace : Keep::kOutputs, &trace);
  return results_to_js(outputs, traced ? &trace : nullptr);
}

val gradients_of(const val& operation, const val& config, const val& parameters, const val& inputs,
                 const val& d_outputs) {
  return named_tensors_to_js(gradients(name_of(operation), config_of(config),
                                       named_tensors_from_js("parameter", parameters),
                                       named_tensors_from_js("input", inputs),
                                       named_tensors_from_js("output's gradient", d_outputs)));
}

}  // namespace
}  // namespace attn::js

EMSCRIPTEN_BINDINGS(family) {
  using namespace attn::js;
  using emscripten::function;
  function("operations", &guarded<list_operations>);
  function("randomParameters", &guarded<draw_parameters, val, val, val>);
  function("run", &guarded<run_operation, val, val, val, val, val>);
  function("gradients", &guarded<gradients_of, val, val, val, val, val>);
  function("prepare", &guarded<prepare, val, val, val>);
  function("runModel", &guarded<run_model, val, val, val>);
  function("modelGradients", &guarded<model_gradients, val, val, val>);
  function("stepModel", &guarded<step_model, val, val>);
  function("trainModel", &guarded<train_model, val, val, val, val>);
  function("restartModel", &guarded<restart_model, val>);
  function("modelParameters", &guarded<model_parameters, val, val>);
  function("releaseModel", &guarded<release_model, val>);
  function("memory", &memory_to_js);
}
