// The fixture of tests that call every operation with its samples and with its defaults.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "core/operations/samples.h"
#include "operations/operation.h"

namespace attn {

inline std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

class EachOperation : public testing::TestWithParam<Sample> {
 protected:
  NamedTensors run_with(const NamedTensors& parameters, const NamedTensors& inputs,
                        Keep keep = Keep::kOutputs, NamedTensors* trace = nullptr) const {
    return run(GetParam().operation, GetParam().config, parameters, inputs, keep, trace);
  }
  // A random gradient of the first result.
  NamedTensors d_outputs(const NamedTensors& parameters, const NamedTensors& inputs) const {
    const NamedTensors results = run_with(parameters, inputs);
    const auto& [name, tensor] = *results.begin();
    return {{"d_" + name, random_tensor(tensor.axes, tensor.shape, 77)}};
  }

  bool takes_any_axes() const {
    const std::vector<std::string> all = words(
        "linear softmax layer_norm rms_norm activation feed_forward rotary row_entropy "
        "mean_of_heads difference");
    return std::find(all.begin(), all.end(), GetParam().operation) != all.end();
  }

  const Operation& operation_ = operation(GetParam().operation);
  const NamedTensors parameters_ = parameters_of(GetParam());
  const NamedTensors inputs_ = GetParam().inputs;
};

inline std::string name_of_sample(const testing::TestParamInfo<Sample>& sample) {
  return std::to_string(sample.index) + "_" + sample.param.operation;
}

}  // namespace attn
