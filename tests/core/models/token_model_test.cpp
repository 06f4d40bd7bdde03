#include "models/token_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/models/model_cases.h"
#include "support/refusal.h"
#include "support/refusal_table.h"

namespace attn {
namespace {

using reference::Values;
using reference::widen;

class TokenModels : public ModelTest {};
INSTANTIATE_TEST_SUITE_P(Kinds, TokenModels, testing::ValuesIn(model_cases()), name_of_model());

// TEST-CASES 36
TEST_P(TokenModels, LogitsAndGradientsMatchReference) {
  Values values;
  reference::put_parameters(parameters_, "", values);
  const auto formula = [&](const Values& v) { return reference::logits(config_, v, inputs_); };
  TokenModelTrace trace;
  const Tensor logits = model_.forward(inputs_, {}, &trace);
  EXPECT_TRUE(all_near(logits, formula(values), kForwardTolerance));
  EXPECT_TRUE(identical(model_.forward(inputs_), logits));
  EXPECT_TRUE(identical(trace.logits, logits));

  const Tensor d_logits = random_tensor(logits.axes, logits.shape, 9);
  const TokenModelGradients got = model_.backward(inputs_, {}, trace, d_logits);
  expect_gradients(got.parameters,
                   reference::central_differences(formula, values, widen(d_logits)));
}

// The gradient of (sum of all weights²) / 2 is the weights.
TEST_P(TokenModels, AGradientOfTheWeightsReachesTheParameters) {
  const auto is_weights = [](std::string_view name) { return name.ends_with("attention.weights"); };
  TokenModelTrace trace;
  const Tensor logits = model_.forward(inputs_, {}, &trace);
  NamedTensors d_fields;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
    if (is_weights(name)) d_fields.put(name, field);
  });
  EXPECT_GE(d_fields.size(), 2u);
  PassOptions options;
  options.hooks = TraceHooks({}, &d_fields);
  const TokenModelGradients got =
      model_.backward(inputs_, options, trace, Tensor::zeros_like(logits));

  const TokenModelParameters direction = stirred(parameters_, 7);
  const auto penalty = [&](float by) {
    const TokenModel model = moved_along(model_, direction, by);
    TokenModelTrace kept;
    kept.keep = Keep::kWeights;
    model.forward(inputs_, {}, &kept);
    double sum = 0;
    TokenModelTrace::for_each(kept, [&](std::string_view name, const Tensor& field) {
      if (is_weights(name)) sum += dot(field, field) / 2;
    });
    return sum;
  };
  constexpr float kStep = 1e-3f;
  const double slope = (penalty(kStep) - penalty(-kStep)) / (2 * double{kStep});
  EXPECT_NEAR(dot(got.parameters, direction), slope, 5e-3 * std::abs(slope) + 1e-3);
  EXPECT_GT(std::abs(slope), 1e-2);
}

// TEST-CASES 37, 38
TEST_P(TokenModels, DropoutOfWeightsResidualsAndEmbeddingsIsRepeatableAndDifferentiable) {
  const Tensor plain = model_.forward(inputs_);
  for (int kind = 0; kind < 3; ++kind) {
    PassOptions options;
    options.dropout.seed = 5;
    (kind == 0   ? options.dropout.probability
     : kind == 1 ? options.residual_dropout
                 : options.embedding_dropout) = 0.3;
    TokenModelTrace trace;
    const Tensor logits = model_.forward(inputs_, options, &trace);
    EXPECT_TRUE(identical(model_.forward(inputs_, options), logits));
    EXPECT_FALSE(identical(logits, plain));
    PassOptions other = options;
    other.dropout.seed = 6;
    EXPECT_FALSE(identical(model_.forward(inputs_, other), logits));

    const Tensor d_logits = random_tensor(logits.axes, logits.shape, 9);
    const TokenModelGradients got = model_.backward(inputs_, options, trace, d_logits);
    const TokenModelParameters direction = stirred(parameters_, 7);
    const auto moved = [&](float by) {
      return dot(moved_along(model_, direction, by).forward(inputs_, options), d_logits);
    };
    constexpr float kStep = 1e-3f;
    const double slope = (moved(kStep) - moved(-kStep)) / (2 * double{kStep});
    EXPECT_NEAR(dot(got.parameters, direction), slope, 0.01 * std::abs(slope) + 2e-3) << kind;
  }
}

// TEST-CASES 18, 35
TEST_P(TokenModels, ABatchItemHasTheSameBitsAlone) {
  const Tensor together = model_.forward(inputs_);
  for (Index item = 0; item < 2; ++item) {
    const auto one_of = [&](const auto& all) {
      auto one = all;
      const auto n = static_cast<std::ptrdiff_t>(all.size()) / 2;
      one.assign(all.begin() + item * n, all.begin() + (item + 1) * n);
      return one;
    };
    const auto ids_of = [&](const TokenIds& ids) {
      return TokenIds{ids.batch / 2, ids.n, one_of(ids.ids)};
    };
    ModelInputs alone{.ids = ids_of(inputs_.ids),
                      .target_ids = ids_of(inputs_.target_ids),
                      .type_ids = ids_of(inputs_.type_ids),
                      .key_padding = one_of(inputs_.key_padding),
                      .target_key_padding = one_of(inputs_.target_key_padding)};
    if (!inputs_.patches.empty()) alone.patches = batch_item(inputs_.patches, item);
    EXPECT_TRUE(identical(model_.forward(alone), batch_item(together, item)));
  }
}

TEST_P(TokenModels, ParametersGradientsAndUnfilledHaveTheSameNames) {
  const auto names_of = [](const TokenModelParameters& parameters) {
    std::vector<std::string> names;
    TokenModelParameters::for_each(
        parameters, [&](std::string_view name, const auto&) { names.emplace_back(name); });
    return names;
  };
  TokenModelTrace trace;
  const Tensor logits = model_.forward(inputs_, {}, &trace);
  const std::vector<std::string> names = names_of(parameters_);
  EXPECT_EQ(names, names_of(TokenModelParameters::unfilled(config_)));
  EXPECT_EQ(names, names_of(model_.backward(inputs_, {}, trace, logits).parameters));
  std::vector<std::string> model_names;
  TokenModel::for_each_parameter(
      model_, [&](std::string_view name, const auto&) { model_names.emplace_back(name); });
  EXPECT_EQ(names, model_names);
}

TEST(TokenModel, ADecoderOnlyModelStepsLikeOneCausalPass) {
  TokenModelConfig config;
  config.layers = {small_layer(2, Activation::kGelu, true), 2, true};
  config.embedding.vocab_size = 5;
  const TokenModel model(config, stirred(TokenModelParameters::random(config, 1), 2));
  const TokenIds ids{2, 3, {0, 1, 2, 4, 3, 0}};
  const Tensor logits = model.forward({.ids = ids});
  Decoding decoding = model.begin({}, 3);
  for (Index i = 0; i < 3; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const Tensor step = model.step({2, 1, {ids.ids[index], ids.ids[index + 3]}}, decoding);
    for (Index item = 0; item < 2; ++item) {
      EXPECT_TRUE(step.matrix(item).isApprox(logits.matrix(item).row(i), 1e-5f));
    }
  }
  EXPECT_EQ(refusal([&] { model.step({2, 1, {0, 0}}, decoding); }),
            "expected at most max_tokens 3 tokens, got 4");
}

TEST(TokenModel, TablesHaveTheConfiguredDeviation) {
  TokenModelConfig config = goes_with();
  config.embedding.vocab_size = config.embedding.max_length = 2000;
  config.embedding.embedding_std = 0.5;
  const TokenModelParameters p = TokenModelParameters::random(config, 1);
  EXPECT_NEAR(p.embedding.embedding.squaredNorm() / 8000, 0.25, 0.01);
  EXPECT_NEAR(p.embedding.positions.squaredNorm() / 8000, 0.25, 0.01);
}

void draw_parameters(const TokenModelConfig& config) { TokenModelParameters::random(config, 1); }

TEST(TokenModel, RefusesMismatchedConfigurations) {
  expect_refusals<TokenModelConfig>(
      goes_with(), draw_parameters,
      {{[](auto& c) { c.layers.layers[1].attention.d_model = 6; },
        "expected every layer to have the d_model 4 of the first, got 6"},
       {[](auto& c) { c.embedding.d_model = 6; }, "expected embeddings of d_model 4, got 6"},
       {[](auto& c) { c.tied_head = true, c.num_labels = 3; },
        "expected num_labels of a tied head to be vocab_size 5, got 3"},
       {[](auto& c) { c.head = false; },
        "expected a model without a head to be an encoder with a readout, got another model"},
       {[](auto& c) { c.embedding.d_patch = 3; },
        "expected no d_patch for a model of tokens, got 3"},
       {[](auto& c) { c.architecture = Architecture::kVision, c.embedding.vocab_size = 0; },
        "expected d_patch of at least 1, got 0"},
       {[](auto& c) { c.num_labels = 6, c.answers_per_place = 0; },
        "expected answers_per_place to divide num_labels 6, got 0"}});
}

TEST(TokenModel, RefusesOptionsOfEncodersInModelsThatPredictNextTokens) {
  for (const bool has_decoder : {false, true}) {
    TokenModelConfig config = goes_with();
    config.architecture = has_decoder ? Architecture::kEncoderDecoder : Architecture::kDecoderOnly;
    config.decoder = config.layers;
    const std::string rest =
        std::string(", got architecture ") + (has_decoder ? "encoder_decoder" : "decoder_only");
    expect_refusals<TokenModelConfig>(
        config, draw_parameters,
        {{[](auto& c) { c.embedding.class_token = true; },
          "expected an encoder for class_token" + rest},
         {[](auto& c) { c.readout = Readout::kFirst; }, "expected an encoder for readout" + rest},
         {[](auto& c) { c.readout = Readout::kMean; }, "expected an encoder for readout" + rest}});
  }
}

TEST(TokenModel, RefusesMismatchedInputs) {
  const ModelInputs inputs{.ids = {1, 2, {0, 1}}};
  const auto forward_with = [](const TokenModelConfig& config) {
    return [model = TokenModel(config, TokenModelParameters::random(config, 1))](
               const ModelInputs& changed) { model.forward(changed); };
  };
  expect_refusals<ModelInputs>(
      inputs, forward_with(goes_with()),
      {{[](auto& in) { in.ids = {1, 2, {0, 5}}; },
        "expected ids of at least 0 and below 5, got 5 at position 1 of batch item 0"},
       {[](auto& in) { in.ids = {1, 5, {0, 1, 2, 3, 4}}; },
        "expected at most max_length 4 tokens, got 5"},
       {[](auto& in) { in.type_ids = {1, 1, {0}}; },
        "expected type_ids of shape [1, 2], as the ids, got [1, 1]"},
       {[](auto& in) { in.type_ids = {1, 2, {0, 0}}; },
        "expected no type_ids for a model with num_types 0, got type_ids"}});

  const char* const short_padding =
      "expected key_padding of shape [batch 1, key 2], got 1 elements";
  TokenModelConfig classifier = goes_with();
  classifier.embedding.class_token = true;
  expect_refusals<ModelInputs>(inputs, forward_with(classifier),
                               {{[](auto& in) { in.key_padding = {1}; }, short_padding}});
  TokenModelConfig mean = goes_with();
  mean.architecture = Architecture::kEncoderOnly;
  mean.readout = Readout::kMean;
  expect_refusals<ModelInputs>(
      inputs, forward_with(mean),
      {{[](auto& in) { in.key_padding = {1}, in.masks.emplace(); }, short_padding}});
}

TEST(TokenModel, RefusesToBeginAnEncoderAndUnknownFields) {
  const TokenModel model(goes_with(), TokenModelParameters::random(goes_with(), 1));
  EXPECT_EQ(refusal([&] { model.begin({}, 3); }),
            "expected a decoder-only or encoder-decoder model, to generate step by step, got "
            "an encoder");
  const ModelInputs inputs{.ids = {1, 2, {0, 1}}};
  TokenModelTrace trace;
  const Tensor logits = model.forward(inputs, {}, &trace);
  const NamedTensors d_fields{{"layers.2.attention.weights", Tensor({"x"}, {1})}};
  PassOptions options;
  options.hooks = TraceHooks({}, &d_fields);
  EXPECT_EQ(refusal([&] { model.backward(inputs, options, trace, logits); }),
            "expected a gradient of a field of this model, got \"layers.2.attention.weights\"");
}

}  // namespace
}  // namespace attn
