// Checks of a call's tensors before the operation reads them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/named_tensors.h"
#include "operations/operation.h"

namespace attn {

// The first tensor that is none of the expected ones, and their names as refusals list them.
struct UnknownName {
  std::string name, known;
};
std::optional<UnknownName> unknown_name(const NamedTensors& tensors,
                                        std::span<const char* const> names);

// Each function below throws std::invalid_argument.

// Each tensor's data must match its shape. The extents of an empty tensor must not be huge.
void check_consistent(const NamedTensors& tensors);

// All inputs must be known to the operation and consistent.
void check_inputs_of(const Operation& operation, const NamedTensors& inputs);

// The same, and parameters only for an operation that has some. The configuration is not read.
void check_call(const Operation& operation, const NamedTensors& parameters,
                const NamedTensors& inputs);

}  // namespace attn
