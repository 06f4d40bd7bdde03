// Named models for inference. core/models/packed_token_model_test.cpp tests their results.
#include <gtest/gtest.h>

#include "core/operations/models/named_models.h"
#include "operations/models/model_inputs.h"
#include "operations/models/model_inspection.h"
#include "operations/models/named_model.h"
#include "support/refusal.h"
#include "support/rounded.h"

namespace attn {
namespace {

TokenModel packed_model(const ParameterSource& source, ParameterForm form) {
  TokenModel model = named_model(kEncoder, source);
  model.pack_as(form);
  return model;
}

class NamedPackedModel : public testing::Test {
 protected:
  ModelInputs inputs(const TokenModel& model) const {
    return read_model_inputs(model.config(), {{"ids", Tensor({"n"}, {3}, {1, 2, 6})}},
                             std::nullopt);
  }
  TokenModel exact_ = named_model(kEncoder, {nullptr, {}, 1});
};

TEST_F(NamedPackedModel, BuiltFromTensorsEqualsBuiltFromASeed) {
  for (const char* name : {"float32", "float16", "bfloat16", "int8"}) {
    const ParameterForm form = read_parameter_form(name);
    const TokenModel drawn = packed_model({nullptr, {}, 1}, form);
    const TokenModel given = packed_model({nullptr, parameters_of(exact_, {}), std::nullopt}, form);
    EXPECT_EQ(drawn.form(), form);
    EXPECT_EQ(given.form(), form);
    const Tensor logits = drawn.forward(inputs(drawn));
    EXPECT_EQ(logits.data, given.forward(inputs(given)).data) << name;
    const bool equals_exact = logits.data == exact_.forward(inputs(exact_)).data;
    EXPECT_EQ(equals_exact, form == ParameterForm::kFloat32) << name;
  }
}

TEST_F(NamedPackedModel, HasGradientsOfFieldsOnly) {
  const TokenModel packed = packed_model({nullptr, {}, 1}, ParameterForm::kInt8);
  const auto gradients = [&](Names names) {
    return named_gradients_of("logits", {0, 1, 2}, packed, inputs(packed), {}, names);
  };
  EXPECT_EQ(gradients(std::nullopt).d_parameters.size(), 0U);
  EXPECT_EQ(gradients(Names({"embedded"})).d_fields.size(), 1U);
  EXPECT_EQ(refusal([&] { gradients(Names({"embedded", "layers.0.attention.w_q"})); }),
            "expected names of fields, as rounded parameters have no gradients, got "
            "\"layers.0.attention.w_q\"");
}

TEST_F(NamedPackedModel, RefusesNewParametersAndOtherForms) {
  TokenModel packed = packed_model({nullptr, {}, 1}, ParameterForm::kFloat16);
  const Tensor before = packed.forward(inputs(packed));
  EXPECT_EQ(refusal([&] { set_parameters(packed, parameters_of(exact_, {})); }),
            "expected a model to train, got one that holds its parameters rounded");
  EXPECT_EQ(packed.forward(inputs(packed)).data, before.data);
  EXPECT_EQ(refusal([] { read_parameter_form("int4"); }),
            "expected weights \"float32\", \"float16\", \"bfloat16\" or \"int8\", got \"int4\"");
}

}  // namespace
}  // namespace attn
