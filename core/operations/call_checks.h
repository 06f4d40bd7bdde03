// Checks of a call's tensors before the operation reads them.
#pragma once

#include "base/named_tensors.h"
#include "operations/operation.h"

namespace attn {

// Each throws std::invalid_argument.

// Each tensor's data must match its shape.
void expect_consistent(const NamedTensors& tensors);

// All inputs must be known to the operation and consistent.
void expect_inputs_of(const Operation& operation, const NamedTensors& inputs);

}  // namespace attn
