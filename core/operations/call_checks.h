// What can be refused of a call before anybody reads it.
#pragma once

#include "base/named_tensors.h"
#include "operations/operation.h"

namespace attn {

// Each throws std::invalid_argument.

// Whoever made a tensor by hand may have left it without its data.
void expect_consistent(const NamedTensors& tensors);

// Only such inputs as the operation knows, each whole.
void expect_inputs_of(const Operation& operation, const NamedTensors& inputs);

}  // namespace attn
