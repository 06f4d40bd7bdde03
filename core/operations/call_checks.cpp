#include "operations/call_checks.h"

#include <algorithm>
#include <string_view>

#include "base/check.h"

namespace attn {
namespace {

// An empty tensor costs no memory, but a huge extent could still cause very long loops.
constexpr Index kMaxEmptyExtents = 1 << 16;

}  // namespace

std::optional<UnknownName> unknown_name(const NamedTensors& tensors,
                                        std::span<const char* const> names) {
  for (const auto& [name, tensor] : tensors) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    UnknownName unknown{name, {}};
    for (const char* each : names) append_name(unknown.known, each);
    return unknown;
  }
  return std::nullopt;
}

void check_consistent(const NamedTensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    if (tensor.axes.size() != tensor.shape.size() || element_count(tensor.shape) != tensor.size()) {
      refuse(
          "expected \"{}\" with an axis name for each extent of {} and as many elements, got {} "
          "names and {} elements",
          {name, tensor.shape, static_cast<Index>(tensor.axes.size()), tensor.size()});
    }
    double rows = 1;
    for (const Index extent : tensor.shape) {
      rows *= static_cast<double>(std::max<Index>(extent, 1));
    }
    if (tensor.data.empty() && rows > kMaxEmptyExtents) {
      refuse(
          "expected the nonzero extents of \"{}\", which has no elements, to multiply to at most "
          "{}, got {}",
          {name, kMaxEmptyExtents, tensor.shape});
    }
  }
}

void check_inputs_of(const Operation& operation, const NamedTensors& inputs) {
  const auto end = std::find(operation.inputs.begin(), operation.inputs.end(), nullptr);
  const std::span<const char* const> names(operation.inputs.begin(), end);
  const bool takes_any = !names.empty() && std::string_view(names[0]) == "*";
  if (const auto unknown = unknown_name(inputs, names); unknown && !takes_any) {
    const auto& [name, known] = *unknown;
    if (known.empty()) refuse("expected no inputs for {}, got \"{}\"", {operation.name, name});
    refuse("expected one of the inputs {} for {}, got \"{}\"", {known, operation.name, name});
  }
  check_consistent(inputs);
}

void check_call(const Operation& operation, const NamedTensors& parameters,
                const NamedTensors& inputs) {
  if (operation.random_parameters == nullptr && !parameters.empty()) {
    refuse("expected no parameters for {}, got \"{}\"",
           {operation.name, parameters.begin()->first});
  }
  check_inputs_of(operation, inputs);
  check_consistent(parameters);
}

}  // namespace attn
