#include "operations/models/prepared.h"

#include <utility>

#include "base/check.h"
#include "operations/call_checks.h"
#include "operations/config/config_readers.h"

namespace attn {
namespace {

const Operation& preparable(std::string_view name) {
  const Operation& named = operation(name);
  if (named.prepare != nullptr) return named;
  std::string known;
  for (const Operation& each : operations()) {
    if (each.prepare != nullptr) append_name(known, each.name);
  }
  refuse("expected an operation that can be prepared, {}, got \"{}\"", {known, name});
}

}  // namespace

Prepared::Prepared(std::string_view operation, Config config, ParameterSource parameters)
    : operation_(&preparable(operation)) {
  check_consistent(parameters.tensors);
  model_ = operation_->prepare(config, std::move(parameters));
}

Prepared::Prepared(std::string_view operation, Config config, NamedTensors parameters)
    : Prepared(operation, std::move(config), ParameterSource{nullptr, std::move(parameters)}) {}

Prepared::Prepared(std::string_view operation, Config config, std::uint64_t seed)
    : Prepared(operation, std::move(config), ParameterSource{nullptr, {}, seed}) {}

NamedTensors Prepared::run(const NamedTensors& inputs, Keep keep, NamedTensors* trace) const {
  check_inputs_of(*operation_, inputs);
  if (trace != nullptr) *trace = {};
  return model_->run(inputs, trace != nullptr ? keep : Keep::kOutputs, trace);
}

NamedTensors Prepared::gradients(const NamedTensors& inputs, const NamedTensors& d_outputs) const {
  check_inputs_of(*operation_, inputs);
  check_consistent(d_outputs);
  return model_->gradients(inputs, d_outputs);
}

Inspection Prepared::inspect(const NamedTensors& inputs, const InspectOptions& options) const {
  check_inputs_of(*operation_, inputs);
  return model_->inspect(inputs, options);
}

double Prepared::train(const NamedTensors& inputs, const NamedTensors& targets,
                       Config adam_config) {
  const AdamConfig adam = read_all(adam_config, read_adam);
  check_inputs_of(*operation_, inputs);
  check_consistent(targets);
  return model_->train(inputs, targets, adam);
}

void Prepared::set_parameters(const NamedTensors& parameters) {
  check_consistent(parameters);
  model_->set_parameters(parameters);
}

void Prepared::set_cache(const NamedTensors& cache) {
  check_consistent(cache);
  model_->set_cache(cache);
}

NamedTensors Prepared::step(const NamedTensors& inputs) {
  check_consistent(inputs);
  return model_->step(inputs);
}

}  // namespace attn
