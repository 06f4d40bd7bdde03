// A whole model (models/token_model.h) behind a flat configuration and named tensors: what
// `engine.model` of JavaScript calls.
#pragma once

#include <string_view>

#include "base/named_tensors.h"
#include "models/answers/generate.h"
#include "models/token_model.h"
#include "operations/config/config.h"
#include "operations/model.h"

namespace attn {

// A function that throws std::invalid_argument leaves the model unchanged.

// The model of a configuration (model_config.h), with all of its parameters, or with random ones
// from a seed.
TokenModel named_model(const Config& config, const ParameterSource& source);

//   name  "float32", "float16", "bfloat16" or "int8"
ParameterForm read_parameter_form(std::string_view name);

// The named parameters, or all without a list.
NamedTensors parameters_of(const TokenModel& model, const Names& names);
// Replaces the named parameters; the others stay. Not for a model for inference.
void set_parameters(TokenModel& model, const NamedTensors& parameters);

// Keys: count temperature seed end_id length. The caller checks that all keys are known.
GenerateOptions read_generate(const Config& config);

}  // namespace attn
