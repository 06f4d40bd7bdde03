// Compares interventions at the parameters of a model with models that have the changed parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/models/model_cases.h"
#include "core/models/rounded_models.h"
#include "models/answers/number_gradients.h"
#include "support/refusal.h"

namespace attn {
namespace {

using Change = Intervention::Change;

// Changes each parameter that an intervention may change, each in a different way, and collects the
// interventions that make the same changes.
struct ParameterChanges {
  std::vector<Intervention> interventions;
  std::string only;  // if set, only the parameter of this name

  void operator()(const char* name_of, Matrix& w) {
    const std::string name = name_of;
    if (!is_changed(name) || w.size() == 0) return;
    const Index row = (w.rows() - 1) / 2, column = w.cols() - 1;
    switch (interventions.size() % 5) {
      case 0:
        put(name, {row, column}, {0.75f});
        w(row, column) = 0.75f;
        return;
      case 1:
        put(name, {row, Intervention::kAll}, {-1}).change = Change::kMultiply;
        w.row(row) *= -1;
        return;
      case 2:
        put(name, {Intervention::kAll, column}, {0.5f}).change = Change::kAdd;
        w.col(column).array() += 0.5f;
        return;
      case 3:
        put(name, {Intervention::kAll, column}, counted(w.rows()));
        w.col(column) = Eigen::Map<Eigen::VectorXf>(counted(w.rows()).data(), w.rows());
        return;
      default:  // the second change applies to the result of the first
        put(name, {}, {0.5f}).change = Change::kMultiply;
        put(name, {row, column}, {-0.5f}).change = Change::kAdd;
        w *= 0.5f;
        w(row, column) -= 0.5f;
    }
  }
  void operator()(const char* name_of, RowVector& v) {
    const std::string name = name_of;
    if (!is_changed(name) || v.size() == 0) return;
    put(name, {v.size() - 1}, {0.5f});
    put(name, {}, counted(v.size())).change = Change::kAdd;
    v(v.size() - 1) = 0.5f;
    v += Eigen::Map<RowVector>(counted(v.size()).data(), v.size());
  }

  // Embedding tables, relative positions and patches cannot be changed.
  bool is_changed(const std::string& name) const {
    const bool has_hooks = (name.find('.') != std::string::npos || name.ends_with("_out")) &&
                           !name.ends_with("relative_bias");
    return has_hooks && (only.empty() || name == only);
  }

  static std::vector<float> counted(Index n) {
    std::vector<float> numbers;
    for (Index i = 0; i < n; ++i) numbers.push_back(0.25f * static_cast<float>(i % 3) - 0.3f);
    return numbers;
  }

  Intervention& put(const std::string& name, std::vector<Index> index, std::vector<float> value) {
    const std::size_t dot = name.rfind('.');
    const bool is_of_model = dot == std::string::npos;
    interventions.push_back({is_of_model ? "" : name.substr(0, dot),
                             is_of_model ? name : name.substr(dot + 1), std::move(index),
                             std::move(value)});
    return interventions.back();
  }
};

std::vector<ModelCase> cases() {
  std::vector<ModelCase> all = model_cases();
  ModelCase buckets{"RelativeBuckets", {}, {.ids = {2, 4, {0, 1, 2, 3, 4, 1, 1, 0}}}};
  buckets.config.architecture = Architecture::kEncoderOnly;
  buckets.config.layers = {t5_like(), 2, true};
  buckets.config.embedding.vocab_size = 5;
  all.push_back(buckets);
  return all;
}

class ChangedParameters : public ModelTest {
 protected:
  static NamedTensors fields_of(const TokenModel& model, const ModelInputs& inputs,
                                std::vector<Intervention> interventions = {}) {
    PassOptions options;
    options.hooks = TraceHooks(std::move(interventions));
    TokenModelTrace trace;
    model.forward(inputs, options, &trace);
    return named_fields(trace);
  }

  static void expect_near(const NamedTensors& got, const NamedTensors& expected, double tolerance) {
    ASSERT_EQ(got.size(), expected.size());
    for (const auto& [name, field] : got) {
      EXPECT_TRUE(all_near(field, expected.at(name), tolerance)) << name;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, ChangedParameters, testing::ValuesIn(cases()), name_of_model());

TEST_P(ChangedParameters, ComputeLikeModelsThatHaveThem) {
  for (const ParameterForm form : kForms) {
    TokenModelParameters parameters = all_rounded(parameters_, form);
    const TokenModel plain(config_, parameters);
    TokenModel packed = model_;
    packed.pack_as(form);
    ParameterChanges change;
    TokenModelParameters::for_each(parameters, change);
    ASSERT_GT(change.interventions.size(), 10u);
    const NamedTensors expected = fields_of(TokenModel(config_, parameters), inputs_);
    expect_near(fields_of(plain, inputs_, change.interventions), expected, 2e-5);
    expect_near(fields_of(packed, inputs_, change.interventions), expected,
                tolerance_of(form, 2e-5));
  }
}

TEST_P(ChangedParameters, EachChangesFieldsOnItsOwn) {
  std::vector<std::string> names;
  TokenModelParameters::for_each(parameters_, [&](const char* name, const auto& parameter) {
    if (parameter.size() != 0 && ParameterChanges().is_changed(name)) names.emplace_back(name);
  });
  const NamedTensors plain = fields_of(model_, inputs_);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    TokenModelParameters parameters = parameters_;
    ParameterChanges change{{}, name};
    TokenModelParameters::for_each(parameters, change);
    const NamedTensors expected = fields_of(TokenModel(config_, parameters), inputs_);
    const NamedTensors got = fields_of(model_, inputs_, change.interventions);
    expect_near(got, expected, 2e-5);
    bool differs = false;
    for (const auto& [field, x] : got) differs |= !identical(x, plain.at(field));
    EXPECT_TRUE(differs);
  }
}

TEST_P(ChangedParameters, HaveTheGradientsOfModelsThatHaveThem) {
  TokenModelParameters parameters = parameters_;
  ParameterChanges change;
  TokenModelParameters::for_each(parameters, change);
  const std::vector<Index> index(3, 0);
  const NumberGradients expected =
      gradients_of("logits", index, TokenModel(config_, parameters), inputs_);
  TokenModel packed = model_;
  packed.pack_as(ParameterForm::kFloat32);
  for (const TokenModel* model : {&model_, &packed}) {
    const NumberGradients got =
        gradients_of("logits", index, *model, inputs_, change.interventions);
    EXPECT_NEAR(got.number, expected.number, 2e-5);
    expect_near(got.fields, expected.fields, 5e-5);
    if (model == &packed) continue;
    std::vector<const float*> wanted;
    TokenModelParameters::for_each(expected.parameters,
                                   [&](const char*, const auto& d) { wanted.push_back(d.data()); });
    std::size_t at = 0;
    TokenModelParameters::for_each(got.parameters, [&](const char* name, const auto& d) {
      for (Index i = 0; i < d.size(); ++i) EXPECT_NEAR(d.data()[i], wanted[at][i], 5e-5) << name;
      ++at;
    });
  }
}

// The slope of a logit along a field, with all parameters changed, from two forward passes.
TEST_P(ChangedParameters, GradientsAreTheSlopesOfForwardPasses) {
  TokenModelParameters parameters = parameters_;
  ParameterChanges change;
  TokenModelParameters::for_each(parameters, change);
  const NumberGradients got =
      gradients_of("logits", std::vector<Index>(3, 0), model_, inputs_, change.interventions);
  const bool has_decoder = config_.architecture == Architecture::kEncoderDecoder;
  const std::string name = has_decoder ? "encoder.layers.0.attention.q" : "layers.0.attention.q";
  const auto moved = [&](Index column, float by) {
    std::vector<Intervention> all = change.interventions;
    all.push_back({name.substr(0, name.rfind('.')), "q", {0, 0, 1, column}, {by}, Change::kAdd});
    return double{fields_of(model_, inputs_, std::move(all)).at("logits").data[0]};
  };
  constexpr float kStep = 2e-3f;
  const Tensor& d = got.fields.at(name);
  for (Index column = 0; column < d.shape[3]; ++column) {
    const double slope = (moved(column, kStep) - moved(column, -kStep)) / (2 * double{kStep});
    EXPECT_NEAR(double{d.matrix(0)(1, column)}, slope, 2e-3 + 0.02 * std::abs(slope));
  }
}

MultiHeadConfig two_heads() {
  MultiHeadConfig config;
  config.d_model = 128;
  config.num_heads = 2;
  return config;
}

// Expects the layer with interventions to compute the same as the layer with changed parameters.
// From 128 tokens on, heads are stored one after the other (multi_head.cpp).
void expect_as_changed(std::vector<Intervention> interventions,
                       const std::function<void(MultiHeadParameters&)>& change) {
  MultiHeadParameters parameters = MultiHeadParameters::random(two_heads(), 1);
  const MultiHead layer(two_heads(), parameters);
  MultiHeadOptions options;
  options.hooks = TraceHooks(std::move(interventions));
  change(parameters);
  const Tensor x = random_tensor({"query", "d_model"}, {130, 128}, 2);
  const Tensor expected = MultiHead(two_heads(), parameters).forward(x, x, x, {});
  EXPECT_TRUE(all_near(layer.forward(x, x, x, {}, options), expected, 2e-5));
  EXPECT_FALSE(all_near(layer.forward(x, x, x, {}), expected, 1e-3));
}

TEST(ChangedParametersOfALayer, WithManyTokensComputeLikeALayerThatHasThem) {
  expect_as_changed({{"", "w_k", {3, 70}, {2}}, {"", "b_v", {100}, {1}}},
                    [](MultiHeadParameters& p) {
                      p.w_k(3, 70) = 2;
                      p.b_v(100) = 1;
                    });
}

TEST(ChangedParametersOfALayer, OfBiasesAloneComputeLikeALayerThatHasThem) {
  expect_as_changed({{"", "b_q", {3}, {2}}, {"", "b_v", {}, {1}, Change::kAdd}},
                    [](MultiHeadParameters& p) {
                      p.b_q(3) = 2;
                      p.b_v.array() += 1;
                    });
}

// The same for cross-attention, and backward.
TEST(ChangedParametersOfALayer, WithManyTokensHaveTheGradientsOfALayerThatHasThem) {
  const MultiHeadConfig config = two_heads();
  MultiHeadParameters parameters = random_parameters(config, 1);
  const MultiHead layer(config, parameters);
  MultiHeadOptions options;
  options.hooks = TraceHooks({{"", "w_q", {3, 70}, {2}},
                              {"", "w_k", {Intervention::kAll, 5}, {-1}, Change::kMultiply},
                              {"", "w_v", {127}, {0.5f}, Change::kAdd},
                              {"", "w_o", {64, 0}, {1}},
                              {"", "b_q", {0}, {1}},
                              {"", "b_v", {100}, {1}},
                              {"", "b_o", {}, {2}, Change::kMultiply}});
  parameters.w_q(3, 70) = 2;
  parameters.w_k.col(5) *= -1;
  parameters.w_v.row(127).array() += 0.5f;
  parameters.w_o(64, 0) = 1;
  parameters.b_q(0) = parameters.b_v(100) = 1;
  parameters.b_o *= 2;
  const MultiHead changed(config, parameters);

  const Tensor x = random_sequence(1, 130, 128, 2), memory = random_sequence(1, 140, 128, 3);
  const Tensor d_output = random_sequence(1, 130, 128, 4);
  for (const Tensor* key : {&x, &memory}) {
    AttentionTrace trace, expected_trace;
    const Tensor output = layer.forward(x, *key, *key, {}, options, &trace);
    const Tensor expected = changed.forward(x, *key, *key, {}, {}, &expected_trace);
    EXPECT_TRUE(all_near(output, expected, 2e-5));
    const auto got = layer.backward(x, *key, *key, {}, options, trace, d_output);
    const auto wanted = changed.backward(x, *key, *key, {}, {}, expected_trace, d_output);
    EXPECT_TRUE(all_near(got.d_query, wanted.d_query, 2e-5));
    EXPECT_TRUE(all_near(got.d_key, wanted.d_key, 2e-5));
    EXPECT_TRUE(all_near(got.d_value, wanted.d_value, 2e-5));
    const auto plain = layer.backward(x, *key, *key, {}, {}, trace, d_output);
    EXPECT_FALSE(all_near(plain.d_query, wanted.d_query, 1e-3));
    EXPECT_FALSE(all_near(plain.d_value, wanted.d_value, 1e-3));
  }
}

// 0 times infinity would be NaN.
TEST(ChangedParametersOfALayer, ReachOnlyTheirColumnsWhereXIsInfinite) {
  MultiHeadConfig config;
  config.d_model = 2;
  config.num_heads = 1;
  config.bias = false;
  MultiHeadParameters p;
  p.w_q = p.w_k = p.w_v = p.w_o = Matrix::Ones(2, 2);
  const MultiHead layer(config, p);
  const Tensor x({"query", "d_model"}, {1, 2}, {kInfinity, 1});
  MultiHeadOptions options;
  options.hooks = TraceHooks({{"", "w_q", {0, 1}, {5}}});
  AttentionTrace trace;
  layer.forward(x, x, x, {}, options, &trace);
  EXPECT_EQ(trace.q.data, (std::vector<float>{kInfinity, kInfinity}));
}

TEST(ChangedParametersOfAModel, OfATiedHeadAreRefused) {
  int num_tied = 0;
  for (const ModelCase& c : model_cases()) {
    if (!c.config.tied_head) continue;
    ++num_tied;
    const TokenModel model(c.config, TokenModelParameters::random(c.config.resolved(), 1));
    PassOptions options;
    options.hooks = TraceHooks({{"", "w_out", {0, 0}, {1}}});
    EXPECT_EQ(refusal([&] { model.forward(c.inputs, options); }),
              "expected an intervention at a field of this model, or at a parameter of a "
              "projection, feed-forward, norm or untied head, got \"w_out\"");
  }
  EXPECT_EQ(num_tied, 2);
}

TEST(ChangedParametersOfAModel, ThatDoNotExistAreRefused) {
  TokenModelConfig config;
  config.layers = {llama_like(), 1};
  config.embedding.vocab_size = 5;
  const TokenModel model(config, TokenModelParameters::random(config.resolved(), 1));
  const auto refused = [&](const Intervention& intervention) {
    PassOptions options;
    options.hooks = TraceHooks({intervention});
    return refusal([&] { model.forward({.ids = {1, 2, {0, 1}}}, options); });
  };
  const std::string w_q = "layers.0.attention.w_q", layer = "layers.0.attention";
  EXPECT_EQ(refused({layer, "w_q", {4, 0}, {1}}),
            "expected an index of " + w_q + " with shape [4, 4], got [4, 0]");
  EXPECT_EQ(refused({layer, "w_q", {0, 0, 0}, {1}}),
            "expected an index of " + w_q + " with shape [4, 4], got [0, 0, 0]");
  EXPECT_EQ(refused({layer, "w_q", {0, -2}, {1}}),
            "expected an index of " + w_q + " with shape [4, 4], got [0, -2]");
  EXPECT_EQ(refused({layer, "w_q", {0}, {1, 2, 3}}),
            "expected 1 or 4 values for " + w_q + ", got 3");
  EXPECT_EQ(refused({"layers.0.norm_1", "gamma", {4}, {1}}),
            "expected an index of layers.0.norm_1.gamma with shape [4], got [4]");
  // The layer has no bias, and RMS norm.
  for (const auto& [part, name] : std::vector<std::pair<std::string, std::string>>{
           {layer, "w_x"}, {layer, "b_q"}, {"layers.0.norm_1", "beta"}, {"", "embedding"}}) {
    EXPECT_EQ(refused({part, name, {0}, {1}}),
              "expected an intervention at a field of this model, or at a parameter of a "
              "projection, feed-forward, norm or untied head, got \"" +
                  (part.empty() ? name : part + "." + name) + "\"");
  }
}

}  // namespace
}  // namespace attn
