#include "operations/operation.h"

#include <string>

#include "base/check.h"
#include "operations/call_checks.h"

namespace attn {

const Operation& operation(std::string_view name) {
  std::string known;
  for (const Operation& each : operations()) {
    if (name == each.name) return each;
    append_name(known, each.name);
  }
  refuse("expected one of the operations {}, got \"{}\"", {known, name});
}

NamedTensors random_parameters(std::string_view name, Config config, std::uint64_t seed) {
  const Operation& named = operation(name);
  if (named.random_parameters == nullptr) return {};
  return named.random_parameters(config, seed);
}

NamedTensors run(std::string_view name, Config config, const NamedTensors& parameters,
                 NamedTensors inputs, Keep keep, NamedTensors* trace) {
  const Operation& named = operation(name);
  check_call(named, parameters, inputs);
  if (trace != nullptr) *trace = {};
  return named.forward({config, parameters, inputs, trace != nullptr ? keep : Keep::kOutputs},
                       trace);
}

NamedTensors gradients(std::string_view name, Config config, const NamedTensors& parameters,
                       NamedTensors inputs, const NamedTensors& d_outputs) {
  const Operation& named = operation(name);
  if (named.backward == nullptr) {
    refuse("expected an operation that has gradients, got \"{}\"", {name});
  }
  check_call(named, parameters, inputs);
  check_consistent(d_outputs);
  return named.backward({config, parameters, inputs}, d_outputs);
}

}  // namespace attn
