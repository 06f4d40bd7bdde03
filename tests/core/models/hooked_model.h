// The trace of a model under interventions, and its fields by name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention/trace_hooks.h"
#include "core/models/model_cases.h"

namespace attn {

class HookedModel : public ModelTest {
 protected:
  TokenModelTrace traced(const PassOptions& options = {}, const ModelInputs* inputs = nullptr) {
    TokenModelTrace trace;
    model_.forward(inputs == nullptr ? inputs_ : *inputs, options, &trace);
    return trace;
  }
};

// Returns an intervention that replaces a whole field, such as "layers.0.attention.weights".
inline Intervention whole_field(const std::string& name, std::vector<float> value) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {"", name, {}, std::move(value)};
  return {name.substr(0, dot), name.substr(dot + 1), {}, std::move(value)};
}

inline PassOptions with(std::vector<Intervention> interventions) {
  PassOptions options;
  options.hooks = TraceHooks(std::move(interventions));
  return options;
}

inline Tensor field_of(TokenModelTrace& trace, const std::string& wanted) {
  Tensor found;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
    if (name == wanted) found = field;
  });
  return found;
}

inline std::vector<std::string> fields_of(TokenModelTrace& trace) {
  std::vector<std::string> names;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
    if (!field.empty() && !name.ends_with("row_status")) names.emplace_back(name);
  });
  return names;
}

}  // namespace attn
