#include "family/operation.h"

#include <algorithm>
#include <string>

#include "base/check.h"
#include "family/adapter.h"

namespace attn {
namespace {

constexpr Index kMostEmptyExtents = 1 << 16;

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const auto theme :
       {attention_operations, row_operations, position_operations, layer_operations,
        model_operations, efficient_operations, cost_operations, analysis_operations}) {
    const std::vector<Operation> some = theme();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void append(std::string& list, const char* name) {
  list += (list.empty() ? "\"" : ", \"") + std::string(name) + '"';
}

bool is_input(const Operation& operation, const std::string& name) {
  for (const char* each : operation.inputs) {
    if (each != nullptr && name == each) return true;
  }
  return false;
}

// Whoever made the tensor by hand may have left it without its data.
void expect_whole(const NamedTensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    if (tensor.axes.size() != tensor.shape.size() || element_count(tensor.shape) != tensor.size()) {
      refuse({"expected \"", name, "\" with an axis name for each extent of ", tensor.shape,
              " and as many elements, got ", static_cast<Index>(tensor.axes.size()), " names and ",
              tensor.size(), " elements"});
    }
    // What holds nothing costs its sender nothing, but may ask for loops of any length.
    double rows = 1;
    for (const Index extent : tensor.shape) {
      rows *= static_cast<double>(std::max<Index>(extent, 1));
    }
    if (tensor.data.empty() && rows > kMostEmptyExtents) {
      refuse({"expected the extents of \"", name,
              "\", which holds no elements, to multiply to at most ", kMostEmptyExtents,
              " besides the 0, got ", tensor.shape});
    }
  }
}

// What can be refused before the configuration is read.
void check_call(const Operation& operation, const NamedTensors& parameters,
                const NamedTensors& inputs) {
  if (operation.random_parameters == nullptr && !parameters.empty()) {
    refuse({"expected no parameters for ", operation.name, ", got \"", parameters.begin()->first,
            "\""});
  }
  for (const auto& [name, tensor] : inputs) {
    if (is_input(operation, name)) continue;
    std::string known;
    for (const char* each : operation.inputs) {
      if (each != nullptr) append(known, each);
    }
    refuse({"expected ", known.empty() ? "no inputs" : "one of the inputs ", known, " for ",
            operation.name, ", got \"", name, "\""});
  }
  expect_whole(parameters);
  expect_whole(inputs);
}

}  // namespace

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = all_operations();
  return all;
}

const Operation& operation(std::string_view name) {
  std::string known;
  for (const Operation& each : operations()) {
    if (name == each.name) return each;
    append(known, each.name);
  }
  refuse({"expected one of the operations ", known, ", got \"", name, "\""});
}

NamedTensors random_parameters(std::string_view name, std::string_view config_json,
                               std::uint64_t seed) {
  const Operation& named = operation(name);
  const Config config = Config::parse(config_json);
  if (named.random_parameters == nullptr) return {};
  return named.random_parameters(config, seed);
}

NamedTensors run(std::string_view name, std::string_view config_json,
                 const NamedTensors& parameters, const NamedTensors& inputs, NamedTensors* trace) {
  const Operation& named = operation(name);
  const Config config = Config::parse(config_json);
  check_call(named, parameters, inputs);
  if (trace != nullptr) *trace = {};
  return named.forward({config, parameters, inputs}, trace);
}

NamedTensors gradients(std::string_view name, std::string_view config_json,
                       const NamedTensors& parameters, const NamedTensors& inputs,
                       const NamedTensors& d_outputs) {
  const Operation& named = operation(name);
  const Config config = Config::parse(config_json);
  if (named.backward == nullptr) {
    refuse({"expected an operation that has gradients, got \"", name, "\""});
  }
  check_call(named, parameters, inputs);
  expect_whole(d_outputs);
  return named.backward({config, parameters, inputs}, d_outputs);
}

}  // namespace attn
