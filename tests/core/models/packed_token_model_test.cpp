// Compares models whose matrices are packed in other forms with models that have the rounded
// parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "core/models/model_cases.h"
#include "core/models/rounded_models.h"
#include "models/answers/number_gradients.h"
#include "models/parameter_part.h"
#include "support/allocated.h"
#include "support/refusal.h"

namespace attn {
namespace {

class PackedModels : public ModelTest {};
INSTANTIATE_TEST_SUITE_P(Kinds, PackedModels, testing::ValuesIn(model_cases()), name_of_model());

// Compares each parameter with the result of parameter_part, in two parts.
struct InParts {
  TokenModel& model;

  void operator()(const char* name, const Matrix& w) const {
    if (w.size() == 0) return;
    const Index rows = w.rows(), middle = (w.cols() + 1) / 2;
    for (const auto& [from, end] : {std::pair{Index{0}, middle}, {middle, w.cols()}}) {
      if (from == end) continue;
      const Tensor part = parameter_part(model, name, {0, from}, {rows, end});
      EXPECT_EQ(part.shape, (std::vector<Index>{rows, end - from})) << name;
      EXPECT_EQ(part.matrix(), w.middleCols(from, end - from)) << name;
    }
    const Tensor last = parameter_part(model, name, {rows - 1, 0}, {rows, w.cols()});
    EXPECT_EQ(last.matrix(), w.bottomRows(1)) << name;
    EXPECT_TRUE(
        contains(refusal([&] { parameter_part(model, name, {0, 0}, {rows + 1, w.cols()}); }),
                 "expected a part of " + std::string(name) + " with shape " +
                     shape_text({rows, w.cols()}) + ", got [0, 0] to "));
  }
  void operator()(const char* name, const RowVector& v) const {
    if (v.size() == 0) return;
    const Tensor part = parameter_part(model, name, {v.size() - 1}, {v.size()});
    EXPECT_EQ(part.data, std::vector<float>{v(v.size() - 1)}) << name;
  }
};

TEST_P(PackedModels, ReturnTheirRoundedParametersAsNumbers) {
  if (config_.architecture == Architecture::kEncoderDecoder) return;
  for (const ParameterForm form : kForms) {
    TokenModel packed = model_;
    packed.pack_as(form);
    const TokenModelParameters expected = all_rounded(parameters_, form);
    TokenModelParameters::for_each(expected, InParts{packed});
  }
  TokenModelParameters::for_each(std::as_const(parameters_), InParts{model_});
  EXPECT_EQ(refusal([&] { parameter_part(model_, "w_x", {0}, {1}); }),
            "expected a parameter of this model, got \"w_x\"");
}

TEST(ParameterPart, EndsWithItsMatrix) {
  TokenModelConfig config;
  config.layers = {small_layer(2, Activation::kGelu, false), 1};
  config.embedding.vocab_size = 5;
  TokenModel model(config, TokenModelParameters::random(config.resolved(), 1));
  model.pack_as(ParameterForm::kInt8);
  // The next columns belong to w_k.
  EXPECT_EQ(refusal([&] { parameter_part(model, "layers.0.attention.w_q", {0, 3}, {4, 5}); }),
            "expected a part of layers.0.attention.w_q with shape [4, 4], got [0, 3] to [4, 5]");
}

TEST_P(PackedModels, ComputeLikeModelsWithTheRoundedParameters) {
  for (const ParameterForm form : kForms) {
    const TokenModel expected(config_, all_rounded(parameters_, form));
    TokenModel packed = model_;
    EXPECT_EQ(packed.form(), std::nullopt);
    packed.pack_as(form);
    EXPECT_EQ(packed.form(), form);
    TokenModelTrace trace, expected_trace;
    const double tolerance = tolerance_of(form, 0);
    EXPECT_TRUE(all_near(packed.forward(inputs_, {}, &trace),
                         expected.forward(inputs_, {}, &expected_trace), tolerance));
    const NamedTensors fields = named_fields(trace), expected_fields = named_fields(expected_trace);
    ASSERT_EQ(fields.size(), expected_fields.size());
    for (const auto& [name, field] : fields) {
      EXPECT_TRUE(all_near(field, expected_fields.at(name), tolerance)) << name;
    }
  }
}

TEST_P(PackedModels, HaveTheFieldGradientsOfModelsWithTheRoundedParameters) {
  for (const ParameterForm form : kForms) {
    const TokenModel expected_model(config_, all_rounded(parameters_, form));
    TokenModel packed = model_;
    packed.pack_as(form);
    const NumberGradients got = gradients_of("logits", {1, 0, 1}, packed, inputs_);
    const NumberGradients expected = gradients_of("logits", {1, 0, 1}, expected_model, inputs_);
    EXPECT_NEAR(got.number, expected.number, tolerance_of(form, 0));
    ASSERT_EQ(got.fields.size(), expected.fields.size());
    for (const auto& [name, field] : got.fields) {
      const Tensor& expected_field = expected.fields.at(name);
      EXPECT_TRUE(all_near(field, expected_field, tolerance_of(form, 1e-5))) << name;
    }
    TokenModelParameters::for_each(
        got.parameters, [](const char* name, const auto& d) { EXPECT_EQ(d.size(), 0) << name; });
  }
}

TEST_P(PackedModels, AttributeNumbersLikeModelsWithTheRoundedParameters) {
  const bool has_one_vector = config_.readout != Readout::kEveryPosition;
  const std::string field = has_one_vector ? kSimilarities : "logits";
  const std::vector<Index> index =
      has_one_vector ? std::vector<Index>{0, 1} : std::vector<Index>{1, 0, 1};
  for (const ParameterForm form : kForms) {
    const TokenModel expected_model(config_, all_rounded(parameters_, form));
    TokenModel packed = model_;
    packed.pack_as(form);
    if (config_.architecture == Architecture::kEncoderDecoder) {
      EXPECT_EQ(refusal([&] { attributions_of(field, index, packed, inputs_); }),
                "expected a model with one stack, to attribute a number to tokens, got an "
                "encoder-decoder");
      continue;
    }
    const Attributions got = attributions_of(field, index, packed, inputs_);
    const Attributions expected = attributions_of(field, index, expected_model, inputs_);
    EXPECT_NEAR(got.number, expected.number, tolerance_of(form, 0));
    EXPECT_TRUE(all_near(got.tokens, expected.tokens, tolerance_of(form, 1e-5)));
  }
}

// Sets a model of zeros part by part: one panel of columns at a time.
struct Setting {
  std::map<std::string, Matrix> all;

  explicit Setting(const TokenModelParameters& parameters) {
    TokenModelParameters::for_each(
        parameters, [&](const char* name, const auto& parameter) { all[name] = parameter; });
  }

  void operator()(const char* name, PackedParameter& columns) const {
    const bool is_table = std::string(name) == "embedding";
    const Matrix w = is_table ? Matrix(all.at(name).transpose()) : all.at(name);
    const Index step = columns.packed->next_panel(1);
    for (Index j = 0; j < w.cols(); j += step) {
      const Matrix part = w.middleCols(j, std::min(step, w.cols() - j));
      columns.packed->set_columns(columns.first + j, part);
    }
  }
  template <class Parameter>
  void operator()(const char* name, Parameter& parameter) const {
    if (parameter.size() == 0) return;
    ASSERT_EQ(parameter.size(), all.at(name).size()) << name;
    std::copy_n(all.at(name).data(), parameter.size(), parameter.data());
  }

  TokenModel model(const TokenModelConfig& config, ParameterForm form) const {
    TokenModel packed(config, form);
    TokenModel::for_each_packed(packed, *this);
    TokenModel::for_each_parameter(packed, *this);
    return packed;
  }
};

TEST_P(PackedModels, AreTheSameWhenSetPartByPart) {
  for (const ParameterForm form : kForms) {
    TokenModel expected = model_;
    expected.pack_as(form);
    if (config_.architecture == Architecture::kEncoderDecoder) {
      EXPECT_EQ(
          refusal([&] { TokenModel(config_, form); }),
          "expected a model with one stack, to read it layer by layer, got an encoder-decoder");
      continue;
    }
    const TokenModel packed = Setting(parameters_).model(config_, form);
    EXPECT_EQ(packed.form(), form);
    EXPECT_TRUE(identical(packed.forward(inputs_), expected.forward(inputs_)));
    EXPECT_EQ(packed.parameter_bytes(), expected.parameter_bytes());
  }
}

#if !defined(__SANITIZE_ADDRESS__)
TokenModelConfig sentence_model() {
  LayerConfig layer;
  layer.attention.d_model = 96;
  layer.attention.num_heads = 4;
  layer.feed_forward.d_ff = 384;
  layer.feed_forward.activation = Activation::kGelu;
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers = {layer, 4};
  config.embedding.vocab_size = 5003;
  config.embedding.max_length = 64;
  config.embedding.num_types = 2;
  config.embedding.positions = EmbeddingPositions::kLearned;
  config.embedding.norm = true;
  config.num_labels = 2;
  return config;
}

TEST(PackedModelBytes, AreAtMostATenthMoreThanThoseOfTheForm) {
  const TokenModelConfig config = sentence_model();
  const TokenModelParameters parameters = TokenModelParameters::random(config, 1);
  double numbers = 0;
  TokenModelParameters::for_each(
      parameters, [&](const char*, const auto& p) { numbers += static_cast<double>(p.size()); });
  const std::map<ParameterForm, double> bytes_of_a_number = {{ParameterForm::kFloat32, 4},
                                                             {ParameterForm::kFloat16, 2},
                                                             {ParameterForm::kBfloat16, 2},
                                                             {ParameterForm::kInt8, 1 + 2.0 / 32}};
  for (const auto& [form, bytes] : bytes_of_a_number) {
    const std::size_t before = allocated();
    const TokenModel packed(config, form);
    const double took = static_cast<double>(allocated() - before);
    EXPECT_LE(took, 1.1 * bytes * numbers) << static_cast<int>(form);
    EXPECT_GE(took, bytes * numbers);
    EXPECT_NEAR(static_cast<double>(packed.parameter_bytes()), took, 0.02 * took);
  }
}
#endif

}  // namespace
}  // namespace attn
