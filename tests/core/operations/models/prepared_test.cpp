// A prepared operation returns the same as the operation, and keeps its parameters and its cache.
#include "operations/models/prepared.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/finite.h"
#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "support/config_json.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// The first result is the model's output: "output", "y" or "logits".
NamedTensors::Item output_of(const NamedTensors& results) { return *results.begin(); }

NamedTensors drawn(const Sample& sample) {
  return random_parameters(sample.operation, sample.config, 7);
}

class EachPrepared : public testing::TestWithParam<Sample> {
 protected:
  const Sample& sample_ = GetParam();
  const NamedTensors parameters_ = drawn(sample_);
  const Prepared prepared_{sample_.operation, config_json(sample_.config), parameters_};
};

TEST_P(EachPrepared, EqualsItsOperation) {
  NamedTensors trace, expected_trace;
  const NamedTensors outputs = run(sample_.operation, sample_.config, parameters_, sample_.inputs,
                                   Keep::kTrace, &expected_trace);
  for (int again = 0; again < 2; ++again) {
    expect_same(prepared_.run(sample_.inputs, Keep::kTrace, &trace), outputs);
    expect_same(trace, expected_trace);
    expect_same(prepared_.run(sample_.inputs), outputs);
  }
  const auto [name, output] = output_of(outputs);
  const NamedTensors d_outputs = {{"d_" + name, output}};
  expect_same(prepared_.gradients(sample_.inputs, d_outputs),
              gradients(sample_.operation, sample_.config, parameters_, sample_.inputs, d_outputs));
}

TEST_P(EachPrepared, DrawsTheParametersOfItsSeed) {
  const Prepared random(sample_.operation, config_json(sample_.config), 7);
  expect_same(random.parameters(), parameters_);
  expect_same(random.run(sample_.inputs), prepared_.run(sample_.inputs));
}

TEST_P(EachPrepared, ReturnsItsParameters) {
  expect_same(prepared_.parameters(), parameters_);
  const std::string name = std::prev(parameters_.end())->first;
  expect_same(prepared_.parameters({{name}}), {{name, parameters_.at(name)}});
  EXPECT_TRUE(prepared_.parameters(std::vector<std::string>()).empty());
  EXPECT_EQ(refusal([&] { prepared_.parameters({{name, "w_x"}}); }),
            "expected names of the model's parameters, got \"w_x\"");
}

TEST_P(EachPrepared, RefusesWhatTheOperationRefuses) {
  const auto expect_refused_alike = [&](const NamedTensors& inputs, const char* words) {
    const std::string expected =
        refusal([&] { run(sample_.operation, sample_.config, parameters_, inputs); });
    EXPECT_EQ(refusal([&] { prepared_.run(inputs); }), expected);
    EXPECT_TRUE(contains(expected, words));
  };
  NamedTensors inputs = sample_.inputs;
  inputs.put("other", Tensor({"n"}, {1}));
  expect_refused_alike(inputs, "got \"other\"");
  expect_refused_alike({}, "expected a tensor \"");

  NamedTensors parameters = parameters_;
  const std::string name = parameters.begin()->first;
  parameters.put(name, Tensor({"d_in", "d_out"}, {1, 1}));
  const std::string expected =
      refusal([&] { run(sample_.operation, sample_.config, parameters, sample_.inputs); });
  EXPECT_EQ(refusal([&] { Prepared(sample_.operation, config_json(sample_.config), parameters); }),
            expected);
  EXPECT_PRED2(refuses_parameter, expected, name);
}

// Adam in double, with the gradients that the operation gives for the same parameters.
class AdamReference {
 public:
  explicit AdamReference(const NamedTensors& parameters) : parameters_(parameters) {
    for (const auto& [name, tensor] : parameters) {
      states_[name] = {{tensor.data.begin(), tensor.data.end()},
                       std::vector<double>(tensor.data.size()),
                       std::vector<double>(tensor.data.size())};
    }
  }

  // Returns the error before the step.
  double step(const Sample& sample, const Tensor& target) {
    auto [name, d_output] =
        output_of(run(sample.operation, sample.config, parameters_, sample.inputs));
    const double count = static_cast<double>(d_output.size());
    double squares = 0;
    for (std::size_t i = 0; i < d_output.data.size(); ++i) {
      const double difference = static_cast<double>(d_output.data[i]) - target.data[i];
      squares += difference * difference;
      d_output.data[i] = static_cast<float>(2 * difference / count);
    }
    const NamedTensors d = gradients(sample.operation, sample.config, parameters_, sample.inputs,
                                     {{"d_" + name, d_output}});
    ++steps_;
    NamedTensors moved;
    for (auto [name, tensor] : parameters_) {
      auto& [p, m, v] = states_[name];
      for (std::size_t i = 0; i < p.size(); ++i) {
        const double g = d.at("d_" + name).data[i];
        m[i] = 0.8 * m[i] + 0.2 * g;
        v[i] = 0.9 * v[i] + 0.1 * g * g;
        const double m_hat = m[i] / (1 - std::pow(0.8, steps_));
        const double v_hat = v[i] / (1 - std::pow(0.9, steps_));
        p[i] -= 0.02 * m_hat / (std::sqrt(v_hat) + 0.001);
        tensor.data[i] = static_cast<float>(p[i]);
      }
      moved.put(name, std::move(tensor));
    }
    parameters_ = std::move(moved);
    return squares / count;
  }

  const NamedTensors& parameters() const { return parameters_; }

 private:
  struct State {
    std::vector<double> p, m, v;
  };
  NamedTensors parameters_;
  std::map<std::string, State> states_;
  int steps_ = 0;
};

const Config kAdam{{"learning_rate", 0.02}, {"beta_1", 0.8}, {"beta_2", 0.9}, {"epsilon", 0.001}};

TEST_P(EachPrepared, TrainingStepsEqualAdam) {
  Prepared trained(sample_.operation, config_json(sample_.config), parameters_);
  AdamReference reference(parameters_);
  const auto [name, output] = output_of(trained.run(sample_.inputs));
  const NamedTensors targets = {{name, random_tensor(output.axes, output.shape, 5)}};
  double first = 0, last = 0;
  for (int step = 0; step < 8; ++step) {
    last = trained.train(sample_.inputs, targets, kAdam);
    EXPECT_NEAR(last, reference.step(sample_, output_of(targets).second), 1e-5);
    if (step == 0) first = last;
  }
  EXPECT_LT(last, 0.9 * first);
  for (const auto& [name, tensor] : trained.parameters()) {
    EXPECT_TRUE(all_near(tensor, reference.parameters().at(name), 1e-4)) << name;
  }
  // Every function uses the trained parameters.
  expect_same(trained.run(sample_.inputs),
              run(sample_.operation, sample_.config, trained.parameters(), sample_.inputs));
}

TEST_P(EachPrepared, RefusedTrainingLeavesTheModelUnchanged) {
  Prepared trained(sample_.operation, config_json(sample_.config), parameters_);
  Prepared other(sample_.operation, config_json(sample_.config), parameters_);
  const auto [name, output] = output_of(trained.run(sample_.inputs));
  NamedTensors targets = {{name, Tensor(output.axes, output.shape)}};
  const NamedTensors good = targets;
  const auto expect_refused = [&](const char* said, const Config& adam = kAdam) {
    EXPECT_TRUE(contains(refusal([&] { trained.train(sample_.inputs, targets, adam); }), said))
        << refusal([&] { trained.train(sample_.inputs, targets, adam); });
  };
  expect_refused("expected a configuration with", {{"rate", 1}});
  expect_refused("expected a finite learning_rate of at least 0, got -1", {{"learning_rate", -1}});
  expect_refused("expected beta_1 and beta_2 of at least 0 and below 1", {{"beta_2", 1}});
  expect_refused("expected a finite epsilon of at least 0", {{"epsilon", -1}});
  targets.put(name, Tensor({"n"}, {3}));
  expect_refused(("expected " + name + " of shape").c_str());
  targets = {{"other", output}};
  expect_refused(("expected a tensor \"" + name + "\"").c_str());
  targets = good;
  targets.put("other", output);
  expect_refused("got \"other\"");
  targets = good;
  for (const auto& item : good) {
    Tensor target = item.second;
    target.data[0] = kNaN;
    targets.put(name, target);
  }
  expect_refused("expected a finite loss to train with");

  expect_same(trained.parameters(), parameters_);
  EXPECT_EQ(trained.train(sample_.inputs, good, kAdam), other.train(sample_.inputs, good, kAdam));
  expect_same(trained.parameters(), other.parameters());
}

TEST_P(EachPrepared, AcceptsOtherParameters) {
  const NamedTensors others = random_parameters(sample_.operation, sample_.config, 8);
  const auto [name, output] = output_of(prepared_.run(sample_.inputs));
  Prepared model(sample_.operation, config_json(sample_.config), parameters_);
  // Adam's moments are discarded together with the parameters that they belong to.
  model.train(sample_.inputs, {{name, Tensor(output.axes, output.shape)}}, kAdam);
  model.set_parameters(parameters_);
  expect_same(model.run(sample_.inputs), prepared_.run(sample_.inputs));
  Prepared fresh(sample_.operation, config_json(sample_.config), parameters_);
  const NamedTensors zeros{{name, Tensor(output.axes, output.shape)}};
  model.train(sample_.inputs, zeros, kAdam);
  fresh.train(sample_.inputs, zeros, kAdam);
  expect_same(model.parameters(), fresh.parameters());

  // Sets some of them by name.
  model.set_parameters(parameters_);
  const std::string changed = others.begin()->first;
  const Tensor& tensor = others.begin()->second;
  NamedTensors mixed = parameters_;
  mixed.put(changed, tensor);
  model.set_parameters({{changed, tensor}});
  expect_same(model.parameters(), mixed);
  expect_same(model.run(sample_.inputs),
              run(sample_.operation, sample_.config, mixed, sample_.inputs));

  // A refusal leaves all parameters unchanged.
  EXPECT_EQ(refusal([&] {
              model.set_parameters({{parameters_.begin()->first, parameters_.begin()->second},
                                    {"w_x", Tensor({"n"}, {1})}});
            }),
            "expected names of the model's parameters, got \"w_x\"");
  const std::string wrong = refusal([&] { model.set_parameters({{changed, Tensor({"n"}, {1})}}); });
  EXPECT_EQ(wrong, "expected the parameter \"" + changed + "\" of shape " +
                       shape_text(tensor.shape) + ", got [1]");
  expect_same(model.parameters(), mixed);
}

INSTANTIATE_TEST_SUITE_P(Operations, EachPrepared, testing::ValuesIn(prepared_samples()),
                         [](const auto& info) { return std::string(info.param.operation); });

// The square of a gradient of 1e20 overflows, and so does a step of 1e38.
TEST(Prepared, RefusesAStepThatLeavesNumbersThatAreNotFinite) {
  const NamedTensors parameters{{"w", Tensor({"d_in", "d_out"}, {2, 2}, {1, 2, 3, 4})},
                                {"b", Tensor({"d_out"}, {2})}};
  const NamedTensors inputs{{"x", Tensor({"n", "d_in"}, {1, 2}, {1, 1})}};
  const auto target = [](float y) {
    return NamedTensors{{"y", Tensor({"n", "d_out"}, {1, 2}, {y, y})}};
  };
  Prepared trained("linear", {}, parameters), other("linear", {}, parameters);
  for (int step = 0; step < 3; ++step) {
    const NamedTensors before = trained.parameters();
    const auto refused = [&](float y, const Config& adam) {
      return refusal([&] { trained.train(inputs, target(y), adam); });
    };
    const char* expected =
        "expected a step that leaves parameters and moments finite, got NaN or infinity";
    EXPECT_EQ(refused(1e20f, {{"learning_rate", 0.1}}), expected);
    EXPECT_EQ(refused(0, {{"learning_rate", 1e38}}), expected);
    EXPECT_EQ(refused(0, {{"learning_rate", 1e37}, {"beta_1", 0.999999}}), expected);
    expect_same(trained.parameters(), before);
    expect_same(trained.run(inputs), other.run(inputs));
    const Config adam{{"learning_rate", 0.1}};
    EXPECT_EQ(trained.train(inputs, target(0), adam), other.train(inputs, target(0), adam));
    expect_same(trained.parameters(), other.parameters());
  }
}

TEST(Prepared, NormsRefuseTheirParametersBeforeTheFirstCall) {
  const auto ones = [](Index n) {
    return Tensor({"d_model"}, {n}, std::vector<float>(static_cast<std::size_t>(n), 1));
  };
  const NamedTensors fits{{"gamma", ones(4)}, {"beta", ones(4)}};
  const std::string negative = "expected a finite epsilon of at least 0, got -1";
  EXPECT_EQ(refusal([&] { Prepared("layer_norm", {{"epsilon", -1}}, fits); }), negative);
  EXPECT_EQ(refusal([] { random_parameters("layer_norm", {{"d_model", 4}, {"epsilon", -1}}, 1); }),
            negative);
  EXPECT_EQ(refusal([&] { Prepared("layer_norm", {}, {{"gamma", ones(4)}, {"beta", ones(3)}}); }),
            "expected beta of shape [4], got [3]");
  EXPECT_EQ(refusal([&] { Prepared("rms_norm", {}, fits); }),
            "expected beta of shape [0], got [4]");
}

// A single call reads its parameters in place, and a prepared model packs them.
TEST(Prepared, LinearWithoutOutputsIsRefusedAsTheOperationRefusesIt) {
  const NamedTensors parameters{{"w", Tensor({"d_in", "d_out"}, {2, 0})}};
  const std::string expected = "expected the parameter \"w\" of shape [d_in, d_out], got none";
  EXPECT_EQ(refusal([&] { Prepared("linear", {}, parameters); }), expected);
  EXPECT_EQ(
      refusal([&] { run("linear", "{}", parameters, {{"x", Tensor({"n", "d_in"}, {1, 2})}}); }),
      expected);
}

TEST(Prepared, RefusesAnOperationWithoutParameters) {
  EXPECT_EQ(refusal([] { Prepared("softmax", {}, 1); }),
            "expected an operation that can be prepared, \"multi_head\", \"linear\", "
            "\"embedding\", \"layer_norm\", \"rms_norm\", \"feed_forward\", \"encoder_layer\", "
            "\"decoder_layer\", \"encoder\", \"decoder\", \"transformer\", "
            "\"encoder_decoder\", got \"softmax\"");
}

TEST(Prepared, LinearOfManyRowsEqualsOneCallBitForBit) {
  const Config config{{"d_in", 70}, {"d_out", 90}};
  const NamedTensors parameters = random_parameters("linear", config, 3);
  const NamedTensors inputs{{"x", random_tensor({"n", "d_in"}, {130, 70}, 4)}};
  expect_same(Prepared("linear", config, parameters).run(inputs),
              run("linear", config, parameters, inputs));
}

TEST(Prepared, OmitsWeightsThatAreNotNeeded) {
  const NamedTensors inputs = {{"query", sequence(5, 1)}};
  const Prepared whole("multi_head", {{"d_model", 8}, {"num_heads", 2}}, 1);
  const Prepared lean("multi_head", {{"d_model", 8}, {"num_heads", 2}, {"need_weights", false}}, 1);
  expect_same(lean.run(inputs), {{"output", whole.run(inputs).at("output")}});
}

}  // namespace
}  // namespace attn
