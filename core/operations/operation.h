// The whole family behind one door: every operation by its name, with a configuration, its
// tensors by name. What the engine's API, the fixtures from PyTorch and the proof page call.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config.h"

namespace attn {

class Model;
struct ParameterSource;
struct Inspection;
struct InspectOptions;

struct OperationInputs {
  const Config& config;
  const NamedTensors& parameters;  // what the operation learns, "w_q" ..; may be empty
  NamedTensors& inputs;            // what it is applied to, "query" ..
  Keep keep = Keep::kOutputs;
};

struct Operation {
  const char* name;    // "multi_head"
  const char* header;  // where it is implemented, "attention/multi_head.h"

  // The names of its inputs, optional ones too; null after the last. "*" takes any name.
  std::array<const char*, 12> inputs;

  // Untrained parameters for the configuration; null when there is nothing to learn.
  NamedTensors (*random_parameters)(const Config& config, std::uint64_t seed);

  // The results by name. `trace` receives the intermediates that call.keep asks for; it may be null
  // for kOutputs.
  NamedTensors (*forward)(const OperationInputs& call, NamedTensors* trace);

  // d_outputs: the gradient of each result ("d_output"). Returns the gradient of each parameter and
  // each input, by "d_" + its name. Null for what has no gradient (analysis, decoding, hashing).
  NamedTensors (*backward)(const OperationInputs& call, const NamedTensors& d_outputs);

  // For many calls with the same parameters (prepared.h); null for what has none to keep.
  std::unique_ptr<Model> (*prepare)(const Config& config, ParameterSource parameters) = nullptr;

  // The trace and the arithmetic of one of its rows (inspect.h); null unless it is a single
  // attention layer.
  Inspection (*inspect)(const OperationInputs& call, const InspectOptions& options) = nullptr;
};

const std::vector<Operation>& operations();

// Throws std::invalid_argument: expected one of the operations ..., got "multihead"
const Operation& operation(std::string_view name);

// The three, with everything checked at the edge: a configuration key or a tensor that the
// operation does not know is refused, by name. All throw std::invalid_argument.
//   keep, trace  which intermediates `trace` receives; kWeights: the fields called "weights"
NamedTensors random_parameters(std::string_view operation, Config config, std::uint64_t seed);
NamedTensors run(std::string_view operation, Config config, const NamedTensors& parameters,
                 NamedTensors inputs, Keep keep = Keep::kOutputs, NamedTensors* trace = nullptr);
NamedTensors gradients(std::string_view operation, Config config, const NamedTensors& parameters,
                       NamedTensors inputs, const NamedTensors& d_outputs);

}  // namespace attn
