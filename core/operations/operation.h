// The uniform interface to all operations: called by name, with a configuration and named tensors.
// The engine's API, the PyTorch fixtures and the proof page use it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config/config.h"

namespace attn {

class Model;
struct ParameterSource;
struct Inspection;
struct InspectOptions;

struct OperationInputs {
  const Config& config;
  const NamedTensors& parameters;  // learned parameters, "w_q" ..; may be empty
  NamedTensors& inputs;            // "query" ..; the call may rename axes and move tensors out
  Keep keep = Keep::kOutputs;
};

struct Operation {
  const char* name;    // "multi_head"
  const char* header;  // where it is implemented, "attention/multi_head.h"

  // The names of all inputs, including optional ones, then null. "*" allows any name.
  std::array<const char*, 12> inputs;

  // Initial parameters for the configuration; null if the operation has none.
  NamedTensors (*random_parameters)(const Config& config, std::uint64_t seed) = nullptr;

  // Returns the results by name. `trace` receives the intermediates selected by call.keep; it may
  // be null for kOutputs.
  NamedTensors (*forward)(const OperationInputs& call, NamedTensors* trace);

  // d_outputs: the gradient of each result ("d_output"). Returns the gradients of all parameters
  // and inputs, named "d_" + name. Null for operations without gradients (constants, steps,
  // decoding, analysis, cost, conversion).
  NamedTensors (*backward)(const OperationInputs& call, const NamedTensors& d_outputs) = nullptr;

  // Prepares many calls with the same parameters (prepared.h); null for operations without them.
  std::unique_ptr<Model> (*prepare)(const Config& config, ParameterSource parameters) = nullptr;

  // Trace and row detail (inspect.h); null unless the operation is a single attention layer.
  Inspection (*inspect)(const OperationInputs& call, const InspectOptions& options) = nullptr;
};

// All operations except those on vectors, which only language.wasm has. Defined in
// groups/all_operations.cpp, unless the program defines this function itself, as
// wasm/modules/lab.cpp does.
const std::vector<Operation>& operations();

// Throws std::invalid_argument: expected one of the operations ..., got "multihead"
const Operation& operation(std::string_view name);

// Call an operation with full argument checks: unknown configuration keys and tensors are refused
// by name. All throw std::invalid_argument.
//   trace  receives the intermediates that `keep` selects: for kWeights the fields called "weights"
NamedTensors random_parameters(std::string_view operation, Config config, std::uint64_t seed);
NamedTensors run(std::string_view operation, Config config, const NamedTensors& parameters,
                 NamedTensors inputs, Keep keep = Keep::kOutputs, NamedTensors* trace = nullptr);
NamedTensors gradients(std::string_view operation, Config config, const NamedTensors& parameters,
                       NamedTensors inputs, const NamedTensors& d_outputs);

}  // namespace attn
