#include "family/layer_model.h"

#include <algorithm>

namespace attn {

void expect_decoding(const MaskSettings& mask) {
  const bool is_plain = !mask.window && !mask.prefix && !mask.block;
  if (mask.causal == CausalAlignment::kEnd && is_plain) return;
  refuse("expected a configuration with \"causal\" \"end\" and no other mask to step with, got {}",
         {is_plain ? "another \"causal\"" : "one with \"window\", \"prefix\" or \"block\""});
}

void expect_inputs(const NamedTensors& inputs, std::initializer_list<const char*> names) {
  for (const auto& [name, tensor] : inputs) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    std::string known;
    for (const char* each : names)
      known += (known.empty() ? "\"" : ", \"") + std::string(each) + '"';
    refuse("expected one of the inputs {} for a step, got \"{}\"", {known, name});
  }
}

void expect_finite(const char* what, bool is_finite) {
  if (!is_finite) refuse("expected a finite {} to train with, got NaN or infinity", {what});
}

void Gradients::add(const float* gradient, Index size) {
  expect_finite("gradients", all_finite(gradient, size));
  found_.push_back(gradient);
}

template <class Parameter>
void ParametersByName::add(const char* name, const Parameter& parameter) {
  if (parameter.size() == 0) return;
  if (names_ && std::find(names_->begin(), names_->end(), name) == names_->end()) return;
  found_.put(name, parameter_tensor(name, parameter));
}
template void ParametersByName::add(const char*, const Matrix&);
template void ParametersByName::add(const char*, const RowVector&);

NamedTensors ParametersByName::take() {
  for (const std::string& name : names_ ? *names_ : std::vector<std::string>()) {
    if (found_.find(name) == nullptr) {
      refuse("expected names of the model's parameters, got \"{}\"", {name});
    }
  }
  return std::move(found_);
}

}  // namespace attn
