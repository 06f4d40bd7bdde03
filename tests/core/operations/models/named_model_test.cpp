#include "operations/models/named_model.h"

#include <gtest/gtest.h>

#include <string>

#include "base/check.h"
#include "core/operations/models/named_models.h"
#include "core/operations/same_tensors.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST_F(NamedModel, ItsParametersRebuildTheSameModel) {
  for (const TokenModel* model : {&encoder_, &translation_}) {
    const Config& config = model == &encoder_ ? kEncoder : kTranslation;
    const NamedTensors parameters = parameters_of(*model, {});
    const TokenModel again = named_model(config, {nullptr, parameters, {}});
    expect_same(parameters_of(again, {}), parameters);
    const NamedTensors& inputs = model == &encoder_ ? inputs_ : pair_;
    const ModelInputs read = read_model_inputs(model->config(), inputs, {});
    EXPECT_TRUE(identical(model->forward(read), again.forward(read)));
  }
}

TEST_F(NamedModel, ParametersAreRefusedByName) {
  const NamedTensors all = parameters_of(encoder_, {});
  const auto refused = [](const NamedTensors& parameters) {
    return refusal([&] { named_model(kEncoder, {nullptr, parameters, {}}); });
  };
  for (const auto& [name, tensor] : all) {
    NamedTensors some;
    for (const auto& [other, kept] : all) {
      if (other != name) some.put(other, kept);
    }
    const std::string expected =
        "expected the parameter \"" + name + "\" of shape " + shape_text(tensor.shape);
    EXPECT_EQ(refused(some), expected + ", got none");
    NamedTensors longer = all;
    Tensor& wrong = longer.at(name);
    wrong.shape.back() += 1;
    wrong.data.resize(static_cast<std::size_t>(element_count(wrong.shape)));
    EXPECT_EQ(refused(longer), expected + ", got " + shape_text(wrong.shape));
  }
  NamedTensors more = all;
  more.put("w_extra", tensor_of({1}, {0}));
  EXPECT_TRUE(contains(refused(more), "got \"w_extra\""));
}

TEST_F(NamedModel, ARefusedReplacementChangesNothing) {
  const NamedTensors before = parameters_of(encoder_, {});
  NamedTensors given{{"b_out", Tensor({"label"}, {7}, std::vector<float>(7, 2))}};
  NamedTensors wrong = given;
  wrong.put("w_out", tensor_of({2, 2}, {0, 0, 0, 0}));
  EXPECT_EQ(refusal([&] { set_parameters(encoder_, wrong); }),
            "expected the parameter \"w_out\" of shape [8, 7], got [2, 2]");
  wrong = given;
  wrong.put("w_in", tensor_of({1}, {0}));
  EXPECT_EQ(refusal([&] { set_parameters(encoder_, wrong); }),
            "expected names of the model's parameters, got \"w_in\"");
  expect_same(parameters_of(encoder_, {}), before);

  const Tensor plain = logits(inputs_);
  set_parameters(encoder_, given);
  EXPECT_EQ(parameters_of(encoder_, Names{{"b_out"}}).at("b_out").data, given.at("b_out").data);
  const Tensor moved = logits(inputs_);
  for (std::size_t i = 0; i < plain.data.size(); ++i) {
    EXPECT_NEAR(double{moved.data[i]}, double{plain.data[i]} + 2, 1e-5);
  }
  // A product uses the packed copy of w_out.
  Tensor doubled = before.at("w_out");
  for (float& x : doubled.data) x *= 2;
  set_parameters(encoder_, {{"w_out", doubled}});
  const Tensor twice = logits(inputs_);
  for (std::size_t i = 0; i < plain.data.size(); ++i) {
    EXPECT_NEAR(double{twice.data[i]}, 2 * double{plain.data[i]} + 2, 1e-5);
  }
}

TEST(ReadGenerate, ReadsEveryKey) {
  const Config config{
      {"count", 3}, {"temperature", 0.5}, {"seed", 7}, {"end_id", 0}, {"length", 9}};
  const GenerateOptions options = read_all(config, read_generate);
  EXPECT_EQ(options.count, 3);
  EXPECT_EQ(options.temperature, 0.5f);
  EXPECT_EQ(options.seed, 7u);
  EXPECT_EQ(options.end_id, Index{0});
  EXPECT_EQ(options.length, 9);
  EXPECT_TRUE(
      contains(refusal([] { read_all({{"max_new", 3}}, read_generate); }), "got \"max_new\""));
}

}  // namespace
}  // namespace attn
