#include "operations/models/model_inspection.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/operations/models/named_models.h"
#include "core/operations/same_tensors.h"
#include "models/answers/number_gradients.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST_F(NamedModel, InspectReturnsTheNamedFields) {
  const ModelInputs inputs = read(inputs_);
  const ModelInspection whole = inspect_model(encoder_, inputs, {}, Keep::kTrace, {});
  EXPECT_TRUE(identical(whole.logits, whole.trace.at("logits")));
  EXPECT_TRUE(identical(whole.logits, encoder_.forward(inputs)));
  EXPECT_TRUE(identical(whole.probabilities, probabilities_of(whole.logits, 1)));

  // The second list needs no intermediates beyond the weights.
  const Names names{{"logits", "layers.1.attention.weights", "embedded", "logits"}};
  const Names light{{"output", "layers.1.attention.weights", "layers.0.attention.weights"}};
  for (const Names& asked : {names, light}) {
    const ModelInspection some = inspect_model(encoder_, inputs, {}, Keep::kOutputs, asked);
    ASSERT_EQ(some.trace.size(), 3u);
    for (const auto& [name, tensor] : some.trace) {
      EXPECT_TRUE(identical(tensor, whole.trace.at(name))) << name;
    }
    EXPECT_TRUE(identical(some.logits, whole.logits));
  }
  EXPECT_TRUE(inspect_model(encoder_, inputs, {}, Keep::kOutputs, {}).trace.empty());
  const NamedTensors weights = inspect_model(encoder_, inputs, {}, Keep::kWeights, {}).trace;
  EXPECT_EQ(weights.size(), 2u);
  EXPECT_EQ(weights.begin()->first, "layers.0.attention.weights");
  EXPECT_EQ(refusal([&] {
              inspect_model(encoder_, inputs, {}, Keep::kTrace, Names{{"layers.2.output"}});
            }),
            "expected names of fields that the model computes, got \"layers.2.output\"");
  EXPECT_EQ(
      refusal([&] { inspect_model(encoder_, inputs, {}, Keep::kOutputs, Names{{"x.weights"}}); }),
      "expected one of the attentions \"layers.0.attention\", \"layers.1.attention\", got "
      "\"x\"");
}

TEST_F(NamedModel, RowArithmeticMatchesItsTrace) {
  const std::vector<Intervention> off = {{"layers.0.attention", "context", {0, 1}, {0}}};
  for (const auto& interventions : {std::vector<Intervention>{}, off}) {
    const ModelInputs inputs = read(inputs_);
    const NamedTensors trace =
        inspect_model(encoder_, inputs, interventions, Keep::kTrace, {}).trace;
    const RowPlace place{"layers.0.attention", 0, 1, 2, 3};
    const ModelInspection with_row =
        inspect_model(encoder_, inputs, interventions, Keep::kTrace, {}, place);
    const NamedTensors& row = with_row.row;
    // The trace does not depend on which parts were requested.
    ASSERT_EQ(with_row.trace.size(), trace.size());
    for (const auto& [name, tensor] : trace) {
      EXPECT_TRUE(identical(with_row.trace.at(name), tensor)) << name;
    }
    const auto fields = [&](Keep keep, const Names& names) {
      return inspect_model(encoder_, inputs, interventions, keep, names, place).trace.size();
    };
    EXPECT_EQ(fields(Keep::kOutputs, {}), 0u);
    EXPECT_EQ(fields(Keep::kWeights, {}), 2u);
    EXPECT_EQ(fields(Keep::kOutputs, Names{{"embedded"}}), 1u);
    const Tensor& weights = trace.at("layers.0.attention.weights");  // [1, 2, 4, 4]
    const Tensor& v = trace.at("layers.0.attention.v");              // [1, 2, 4, 4]
    const Tensor& contributions = row.at("contributions");
    EXPECT_EQ(contributions.shape, (std::vector<Index>{4, 4}));
    for (std::size_t key = 0; key < 4; ++key) {
      const float weight = weights.data[16 + 8 + key];
      EXPECT_EQ(row.at("weights").data[key], weight);
      for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(contributions.data[4 * key + i], weight * v.data[16 + 4 * key + i], 1e-7);
      }
    }
    EXPECT_EQ(row.at("ranking").shape, (std::vector<Index>{3}));
  }

  const ModelInputs pair = read_model_inputs(translation_.config(), pair_, std::nullopt);
  const NamedTensors crossed = inspect_model(translation_, pair, {}, Keep::kOutputs, {},
                                             RowPlace{"decoder.layers.0.cross_attention", 0, 1, 2})
                                   .row;
  EXPECT_EQ(crossed.at("weights").shape, (std::vector<Index>{4}));

  const auto refused = [&](const RowPlace& place) {
    return refusal([&] { inspect_model(encoder_, read(inputs_), {}, Keep::kOutputs, {}, place); });
  };
  EXPECT_EQ(refused({"layers.2.attention"}),
            "expected one of the attentions \"layers.0.attention\", \"layers.1.attention\", got "
            "\"layers.2.attention\"");
  EXPECT_EQ(refused({"layers.0.attention", 0, 2, 0}),
            "expected head of at least 0 and below 2, got 2");
  EXPECT_EQ(refused({"layers.0.attention", 0, 0, 4}),
            "expected query of at least 0 and below 4, got 4");
}

TEST_F(NamedModel, GradientsEqualTheTypedCall) {
  const std::string field = "layers.1.attention.weights";
  const std::vector<Index> index = {0, 0, 2, 1};
  const ModelInputs inputs = read(inputs_);
  const NumberGradients expected = gradients_of(field, index, encoder_, inputs);
  const NamedNumberGradients all = named_gradients_of(field, index, encoder_, inputs, {}, {});
  EXPECT_EQ(all.number, expected.number);
  expect_same(all.d_fields, expected.fields);
  expect_same(all.d_parameters, named(expected.parameters));
  const Names names{{"embedding", "layers.0.output"}};
  const NamedNumberGradients some = named_gradients_of(field, index, encoder_, inputs, {}, names);
  EXPECT_EQ(some.d_fields.size(), 1u);
  EXPECT_TRUE(identical(some.d_fields.at("layers.0.output"), all.d_fields.at("layers.0.output")));
  EXPECT_EQ(some.d_parameters.size(), 1u);
  EXPECT_TRUE(identical(some.d_parameters.at("embedding"), all.d_parameters.at("embedding")));
  EXPECT_EQ(refusal([&] {
              named_gradients_of(field, index, encoder_, inputs, {}, Names{{"d_embedding"}});
            }),
            "expected names of fields that the model computes, got \"d_embedding\"");
}

}  // namespace
}  // namespace attn
