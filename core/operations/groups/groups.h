// The operations by group. Each group is a file of this folder.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "operations/operation.h"

namespace attn {

std::span<const Operation> attention_operations();
std::span<const Operation> row_operations();
std::span<const Operation> position_operations();
std::span<const Operation> layer_operations();
std::span<const Operation> model_operations();
std::span<const Operation> efficient_operations();
std::span<const Operation> analysis_operations();
std::span<const Operation> vector_operations();  // only in language.wasm
std::span<const Operation> inspect_operations();
std::span<const Operation> pytorch_operations();

// The operations of these groups, in order.
std::vector<Operation> operations_of(
    std::initializer_list<std::span<const Operation> (*)()> groups);

}  // namespace attn
