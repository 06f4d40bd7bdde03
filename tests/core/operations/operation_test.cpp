#include "operations/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "core/operations/each_operation.h"
#include "core/operations/same_tensors.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Operations, EachNameIsUniqueAndHasASample) {
  std::set<std::string> names;
  for (const Operation& each : operations()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(&operation(each.name), &each);
  }
  std::set<std::string> sampled;
  for (const Sample& each : samples()) sampled.insert(each.operation);
  EXPECT_EQ(names, sampled);
}

TEST(Operations, TheHeaderOfEachExists) {
  for (const Operation& each : operations()) {
    const std::string path = std::string(ATTN_TESTS_FOLDER) + "/../core/" + each.header;
    EXPECT_TRUE(std::ifstream(path).good()) << path;
  }
}

TEST(Operations, AnUnknownNameIsRefusedWithTheListOfKnownNames) {
  const std::string message = refusal([] { run("multihead", "{}", {}, {}); });
  EXPECT_TRUE(contains(message, "expected one of the operations \"scaled_dot_product\", "));
  EXPECT_TRUE(contains(message, "\"to_pytorch\", got \"multihead\""));
  EXPECT_EQ(refusal([] { random_parameters("multihead", "{}", 0); }), message);
  EXPECT_EQ(refusal([] { gradients("multihead", "{}", {}, {}, {}); }), message);
}

TEST_P(EachOperation, ResultsAreTheSameWithOrWithoutATrace) {
  NamedTensors trace{{"stale", Tensor({}, {}, {0})}};
  const NamedTensors results = run_with(parameters_, inputs_, Keep::kTrace, &trace);
  ASSERT_FALSE(results.empty());
  for (const auto& [name, tensor] : results) {
    EXPECT_FALSE(tensor.data.empty()) << name;
    for (const float x : tensor.data) EXPECT_TRUE(std::isfinite(x)) << name;
  }
  EXPECT_EQ(trace.find("stale"), nullptr);
  auto found = trace.begin();
  for (const std::string& name : words(GetParam().trace)) {
    found = std::find_if(found, trace.end(), [&](const auto& each) { return each.first == name; });
    EXPECT_NE(found, trace.end()) << name;
    if (found == trace.end()) break;
  }
  EXPECT_EQ(trace.empty(), GetParam().trace.empty());
  expect_same(run_with(parameters_, inputs_), results);
}

// A layer norm works without its beta.
TEST_P(EachOperation, MissingParametersAreNamed) {
  for (const auto& missing : parameters_) {
    NamedTensors others;
    for (const auto& [name, tensor] : parameters_) {
      if (name != missing.first) others.put(name, tensor);
    }
    const std::string message = refusal([&] { run_with(others, inputs_); });
    const std::string last = missing.first.substr(missing.first.rfind('.') + 1);
    if (last == "beta") {
      EXPECT_EQ(message, "nothing was refused");
    } else {
      EXPECT_TRUE(contains(message, "the parameter \"" + last + "\" of shape [") ||
                  contains(message, "a parameter \"" + last + "\""))
          << message;
      EXPECT_TRUE(contains(message, ", got none"));
    }
  }
}

TEST_P(EachOperation, MessagesTruncateLongNames) {
  NamedTensors inputs = inputs_;
  inputs.put(std::string(1 << 20, 'x'), Tensor({"n"}, {1}));
  const std::string message = refusal([&] { run_with(parameters_, inputs); });
  EXPECT_TRUE(contains(message, "xxxxx...\""));
  EXPECT_LT(message.size(), 5000u);
}

TEST_P(EachOperation, KeepsOnlyTheWeightsOnRequest) {
  NamedTensors trace, weights, kept;
  const NamedTensors results = run_with(parameters_, inputs_, Keep::kTrace, &trace);
  for (const auto& [name, tensor] : trace) {
    if (name == "weights" || name.ends_with(".weights")) weights.put(name, tensor);
  }
  expect_same(run_with(parameters_, inputs_, Keep::kWeights, &kept), results);
  expect_same(kept, weights);
}

TEST_P(EachOperation, UnknownConfigurationKeysAreRefused) {
  std::string config = GetParam().config;
  config.insert(1, config == "{}" ? "\"windoww\":1" : "\"windoww\":1,");
  const auto is_named = [](const std::string& message) {
    return contains(message, "expected a configuration with ") &&
           contains(message, "got \"windoww\"");
  };
  const std::string run_refusal =
      refusal([&] { run(GetParam().operation, config, parameters_, inputs_); });
  EXPECT_TRUE(is_named(run_refusal)) << run_refusal;
  if (operation_.random_parameters != nullptr) {
    const std::string random_refusal =
        refusal([&] { random_parameters(GetParam().operation, config, 1); });
    EXPECT_TRUE(is_named(random_refusal)) << random_refusal;
  }
  if (operation_.backward != nullptr) {
    const NamedTensors d = d_outputs(parameters_, inputs_);
    const std::string gradients_refusal =
        refusal([&] { gradients(GetParam().operation, config, parameters_, inputs_, d); });
    EXPECT_TRUE(is_named(gradients_refusal)) << gradients_refusal;
  }
}

// The sample has every key. Replacing a key's value by a word that no key accepts must be refused,
// which shows that the key is read.
TEST_P(EachOperation, EveryConfigurationKeyIsRead) {
  const std::string config = GetParam().config;
  for (std::size_t quote = config.find('"'); quote != std::string::npos;) {
    const std::size_t end = config.find('"', quote + 1);
    const std::string key = config.substr(quote + 1, end - quote - 1);
    if (config[end + 1] == ':') {
      std::string wrong = config;
      std::size_t value_end =
          config[end + 2] == '[' ? config.find(']', end) + 1 : config.find_first_of(",}", end);
      wrong.replace(end + 2, value_end - end - 2, "\"what?\"");
      const std::string message =
          refusal([&] { run(GetParam().operation, wrong, parameters_, inputs_); });
      EXPECT_TRUE(contains(message, "expected \"" + key + "\" to be ")) << key;
      EXPECT_TRUE(contains(message, ", got \"what?\"")) << key;
    }
    quote = config.find('"', end + 1);
  }
}

TEST_P(EachOperation, UnknownInputsAreRefusedWithTheListOfKnownOnes) {
  NamedTensors inputs = inputs_;
  inputs.put("querry", Tensor({}, {}, {1}));
  const std::string message = refusal([&] { run_with(parameters_, inputs); });
  if (operation_.inputs[0] != nullptr && std::string(operation_.inputs[0]) == "*") {
    EXPECT_TRUE(contains(message, "\"querry\""));
    return;
  }
  EXPECT_TRUE(contains(message, std::string(" for ") + GetParam().operation + ", got \"querry\""));
  for (const auto& [name, tensor] : inputs_) {
    EXPECT_TRUE(contains(message, '"' + name + '"'));
  }
}

TEST_P(EachOperation, UnknownParametersAreRefused) {
  NamedTensors parameters = parameters_;
  parameters.put("w_x", Tensor({}, {}, {1}));
  const std::string message = refusal([&] { run_with(parameters, inputs_); });
  EXPECT_TRUE(contains(message, "got \"w_x\""));
  if (!parameters_.empty()) {
    EXPECT_TRUE(
        contains(message, "expected one of the parameters \"" + parameters_.begin()->first + '"'))
        << message;
  }
}

TEST_P(EachOperation, AParameterOfAnotherShapeIsRefused) {
  for (const auto& [name, tensor] : parameters_) {
    NamedTensors parameters = parameters_;
    parameters.put(name, Tensor({"a", "b", "c"}, {1, 1, 1}, {1}));
    const std::string message = refusal([&] { run_with(parameters, inputs_); });
    EXPECT_TRUE(contains(message, "expected the parameter \"" + name + "\" with "));
    std::vector<Index> shape = tensor.shape;
    shape.back() += 1;
    parameters.put(name, Tensor(tensor.axes, shape));
    EXPECT_PRED2(refuses_parameter, refusal([&] { run_with(parameters, inputs_); }), name);
  }
}

TEST_P(EachOperation, AnInputOfAnotherRankIsRefusedByName) {
  const Tensor six({"a", "b", "c", "d", "e", "f"}, {1, 1, 1, 1, 1, 1}, {1});
  for (const auto& [name, tensor] : inputs_) {
    for (const Tensor& other : {Tensor({}, {}, {1}), Tensor(), takes_any_axes() ? Tensor() : six}) {
      NamedTensors inputs = inputs_;
      inputs.put(name, other);
      EXPECT_PRED2(refuses, refusal([&] { run_with(parameters_, inputs); }), name);
    }
  }
}

// TEST-CASES 43. Without the key of multi_head, the query takes its place.
TEST_P(EachOperation, AMissingInputIsRefusedByNameUnlessItIsOptional) {
  for (const auto& [name, tensor] : inputs_) {
    if (name == "key") continue;
    NamedTensors others;
    for (const auto& [other, kept] : inputs_) {
      if (other != name) others.put(other, kept);
    }
    const std::string message = refusal([&] { run_with(parameters_, others); });
    const bool is_optional = name.ends_with("attend") || name.ends_with("key_padding") ||
                             name.ends_with("score_bias") || name == "dropped_weights" ||
                             (name == "ids" && contains(GetParam().operation, "patterns"));
    EXPECT_TRUE(is_optional ? message == "nothing was refused" : refuses(message, name)) << message;
  }
}

TEST_P(EachOperation, ALongerInputIsRefusedUnlessAnyLengthFits) {
  const std::string operation = GetParam().operation;
  const char* free =
      "activation/x, attention_distance/weights, embedding/ids, mean_of_heads/x, "
      "row_entropy/weights, softmax/scores, weights_row/weights,";
  for (const auto& [name, tensor] : inputs_) {
    std::vector<Index> shape = tensor.shape;
    shape.back() += 1;
    NamedTensors inputs = inputs_;
    inputs.put(name, Tensor(tensor.axes, shape));
    const std::string message = refusal([&] { run_with(parameters_, inputs); });
    const bool fits =
        contains(free, operation + "/" + name + ",") || (name == "v" && operation != "row_detail");
    EXPECT_EQ(message == "nothing was refused", fits) << name << ": " << message;
  }
}

TEST_P(EachOperation, ATensorWithoutDataIsRefusedByName) {
  for (const auto& [name, tensor] : inputs_) {
    NamedTensors inputs = inputs_;
    Tensor torn = tensor;
    torn.data.pop_back();
    inputs.put(name, torn);
    EXPECT_TRUE(contains(refusal([&] { run_with(parameters_, inputs); }), '"' + name + '"'));
    torn = tensor;
    torn.axes.pop_back();
    inputs.put(name, torn);
    EXPECT_TRUE(contains(refusal([&] { run_with(parameters_, inputs); }), '"' + name + '"'));
  }
}

// Operations that take any number of axes keep the caller's names; others name their own.
TEST_P(EachOperation, OutputAxesDoNotDependOnTheCallersAxisNames) {
  NamedTensors inputs;
  for (auto [name, tensor] : inputs_) {
    for (std::string& axis : tensor.axes) axis = "axis_" + axis;
    inputs.put(name, tensor);
  }
  const NamedTensors got = run_with(parameters_, inputs);
  if (takes_any_axes()) {
    expect_same_numbers(got, run_with(parameters_, inputs_));
    EXPECT_EQ(got.begin()->second.axes[0], "axis_batch");
  } else {
    expect_same(got, run_with(parameters_, inputs_));
  }
}

TEST_P(EachOperation, RandomParametersAreDrawnFromTheSeed) {
  const auto drawn = [&](std::uint64_t seed) {
    return random_parameters(GetParam().operation, GetParam().config, seed);
  };
  EXPECT_EQ(drawn(5).empty(), operation_.random_parameters == nullptr);
  expect_same(drawn(5), drawn(5));
  if (drawn(5).empty() || contains(GetParam().operation, "norm")) return;
  const NamedTensors one = drawn(5), other = drawn(6);
  EXPECT_NE(one.begin()->second.data, other.begin()->second.data);
}

INSTANTIATE_TEST_SUITE_P(Samples, EachOperation, testing::ValuesIn(samples_and_defaults()),
                         name_of_sample);

}  // namespace
}  // namespace attn
