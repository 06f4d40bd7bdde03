// Compares generated tokens with full passes over the tokens so far.
#include "models/answers/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/models/model_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

struct GeneratingModel {
  GeneratingModel(const ModelCase& c, Index max_length) : inputs(c.inputs) {
    TokenModelConfig config = c.config;
    config.embedding.max_length = config.target.max_length = max_length;
    model.emplace(config, stirred(TokenModelParameters::random(config, 1), 2));
    inputs.key_padding = inputs.target_key_padding = {};
    for (TokenIds* ids : {&inputs.ids, &inputs.target_ids}) {
      ids->batch = 1;
      ids->ids.resize(static_cast<std::size_t>(ids->n));
    }
  }
  TokenIds& sequence() { return inputs.target_ids.n > 0 ? inputs.target_ids : inputs.ids; }

  std::optional<TokenModel> model;
  ModelInputs inputs;
};

std::vector<GeneratingModel> generating() {
  std::vector<GeneratingModel> models;
  for (const ModelCase& c : model_cases()) {
    const bool generates = c.config.architecture == Architecture::kDecoderOnly ||
                           c.config.architecture == Architecture::kEncoderDecoder;
    if (generates) models.emplace_back(c, 64);
  }
  EXPECT_EQ(models.size(), 2u);
  return models;
}

std::vector<double> softmax_in_double(const Tensor& logits, double temperature) {
  const Index width = logits.shape[2];
  const float* last = logits.data.data() + logits.size() - width;
  const double largest = double{*std::max_element(last, last + width)};
  std::vector<double> p;
  double sum = 0;
  for (Index i = 0; i < width; ++i) {
    sum += p.emplace_back(std::exp((double{last[i]} - largest) / temperature));
  }
  for (double& each : p) each /= sum;
  return p;
}

std::vector<Index> ids_of(const std::vector<GeneratedToken>& tokens) {
  std::vector<Index> ids;
  for (const GeneratedToken& each : tokens) ids.push_back(each.token.answer);
  return ids;
}

// Chooses each token as the argmax of a full pass over the tokens before it.
std::vector<Index> by_plain_passes(GeneratingModel of, Index count,
                                   const std::vector<Intervention>& interventions,
                                   const std::vector<GeneratedToken>& expected) {
  std::vector<Index> ids;
  for (Index i = 0; i < count; ++i) {
    PassOptions options;
    options.hooks = TraceHooks(interventions);
    const std::vector<double> p = softmax_in_double(of.model->forward(of.inputs, options), 1);
    const auto best = std::max_element(p.begin(), p.end());
    ids.push_back(best - p.begin());
    const GeneratedToken& token = expected.at(static_cast<std::size_t>(i));
    EXPECT_NEAR(double{token.token.probability}, *best, 1e-5);
    EXPECT_EQ(token.likely.size(), std::min<std::size_t>(5, p.size()));
    EXPECT_EQ(token.likely[0].answer, ids.back());
    for (const Guess& guess : token.likely) {
      EXPECT_NEAR(double{guess.probability}, p[static_cast<std::size_t>(guess.answer)], 1e-5);
    }
    of.sequence().ids.push_back(ids.back());
    ++of.sequence().n;
  }
  return ids;
}

TEST(Generate, TakesTheMostProbableTokenOfAPassOverTheTokensSoFar) {
  constexpr Index kCount = 9;
  for (GeneratingModel& of : generating()) {
    const auto tokens = generate(*of.model, of.inputs, {.count = kCount});
    EXPECT_EQ(ids_of(tokens), by_plain_passes(of, kCount, {}, tokens));
  }
}

TEST(Generate, InterventionsApplyInEveryPass) {
  constexpr Index kCount = 6;
  for (GeneratingModel& of : generating()) {
    const bool has_decoder = of.inputs.target_ids.n > 0;
    const std::vector<Intervention> off = {
        Intervention::head_off(
            has_decoder ? "decoder.layers.1.self_attention" : "layers.1.attention", 0),
        {has_decoder ? "decoder.layers.0" : "layers.0", "output", {0, 1}, {0.5f}}};
    const auto tokens = generate(*of.model, of.inputs, {.count = kCount, .interventions = off});
    EXPECT_EQ(ids_of(tokens), by_plain_passes(of, kCount, off, tokens));
    const auto plain = generate(*of.model, of.inputs, {.count = kCount});
    EXPECT_NE(tokens[0].token.probability, plain[0].token.probability);
  }
}

// The tokens equal those of a model with the changed parameters, with cached keys and values.
TEST(Generate, ChangedParametersGenerateAsAModelThatHasThem) {
  for (const GeneratingModel& of : generating()) {
    const bool has_decoder = of.inputs.target_ids.n > 0;
    const std::string layer =
        has_decoder ? "decoder.layers.0.self_attention" : "layers.0.attention";
    GenerateOptions options{.count = 6};
    options.interventions = {{layer, "w_v", {1, 0}, {3}}, {"", "b_out", {2}, {0.75f}}};
    TokenModel changed = *of.model;
    TokenModel::for_each_parameter(changed, [&](const std::string& name, auto& parameter) {
      if (name == layer + ".w_v") parameter(1, 0) = 3;
      if (name == "b_out") parameter(0, 2) = 0.75f;
    });
    const auto expected = generate(changed, of.inputs, {.count = 6});
    const auto got = generate(*of.model, of.inputs, options);
    EXPECT_EQ(ids_of(got), ids_of(expected));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(double{got[i].token.probability}, double{expected[i].token.probability}, 1e-5);
    }
    const auto plain = generate(*of.model, of.inputs, {.count = 6});
    EXPECT_GT(std::abs(got[0].token.probability - plain[0].token.probability), 1e-3f);
  }
}

// The row of a position that is not generated yet can be forced: indices count in the complete
// sequence.
TEST(Generate, InterventionsCountPositionsInTheCompleteSequence) {
  GeneratingModel of = generating().front();
  const Index first = of.inputs.ids.n, count = 4, n = first + count - 1;
  std::vector<float> row(static_cast<std::size_t>(n), 0.0f);
  row[0] = 1;
  const std::vector<Intervention> forced = {{"layers.1.attention", "weights", {0, 0, n - 1}, row}};
  const auto tokens = generate(*of.model, of.inputs, {.count = count, .interventions = forced});
  const auto plain = generate(*of.model, of.inputs, {.count = count});
  ASSERT_EQ(tokens.size(), plain.size());
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    EXPECT_EQ(tokens[i].token.answer, plain[i].token.answer);
    EXPECT_NEAR(double{tokens[i].token.probability}, double{plain[i].token.probability}, 1e-5);
  }
  EXPECT_NE(tokens.back().token.probability, plain.back().token.probability);
}

TEST(Generate, DrawsInProportionToTheProbabilitiesAtATemperature) {
  constexpr int kDraws = 20000;
  constexpr float kTemperature = 1.7f;
  GeneratingModel of = generating().back();
  const std::vector<double> p =
      softmax_in_double(of.model->forward(of.inputs), double{kTemperature});
  const std::vector<double> unheated = softmax_in_double(of.model->forward(of.inputs), 1);
  std::vector<int> drawn(p.size(), 0);
  for (int seed = 0; seed < kDraws; ++seed) {
    const auto tokens = generate(
        *of.model, of.inputs,
        {.count = 1, .temperature = kTemperature, .seed = static_cast<std::uint64_t>(seed)});
    const auto id = static_cast<std::size_t>(tokens[0].token.answer);
    ++drawn[id];
    EXPECT_NEAR(double{tokens[0].token.probability}, unheated[id], 1e-5);
  }
  for (std::size_t id = 0; id < p.size(); ++id) {
    const double deviation = std::sqrt(p[id] * (1 - p[id]) / kDraws);
    EXPECT_NEAR(static_cast<double>(drawn[id]) / kDraws, p[id], 5 * deviation) << id;
  }
}

TEST(Generate, InPartsItDrawsTheSameTokens) {
  for (GeneratingModel& of : generating()) {
    GenerateOptions options{.count = 10, .temperature = 1, .seed = 5};
    const std::vector<Index> whole = ids_of(generate(*of.model, of.inputs, options));
    options.seed = 6;
    EXPECT_NE(ids_of(generate(*of.model, of.inputs, options)), whole);
    options.seed = 5;
    std::vector<Index> parts;
    for (const Index count : {3, 1, 6}) {
      options.count = count;
      for (const Index id : ids_of(generate(*of.model, of.inputs, options))) {
        parts.push_back(id);
        of.sequence().ids.push_back(id);
        ++of.sequence().n;
      }
    }
    EXPECT_EQ(parts, whole);
  }
}

TEST(Generate, StopsAfterTheLastToken) {
  for (GeneratingModel& of : generating()) {
    const std::vector<Index> all = ids_of(generate(*of.model, of.inputs, {.count = 12}));
    for (const Index end_id : all) {
      const auto end = std::find(all.begin(), all.end(), end_id) + 1;
      const auto some = generate(*of.model, of.inputs, {.count = 12, .end_id = end_id});
      EXPECT_EQ(ids_of(some), std::vector<Index>(all.begin(), end));
    }
  }
}

TEST(Generate, RefusesByName) {
  const GeneratingModel of = generating().front();
  const auto refused = [&](const GenerateOptions& options) {
    return refusal([&] { generate(*of.model, of.inputs, options); });
  };
  EXPECT_EQ(refused({.count = 0}), "expected count of 1 to 16384, got 0");
  EXPECT_EQ(refused({.count = 16385}), "expected count of 1 to 16384, got 16385");
  constexpr Index kMax = std::numeric_limits<Index>::max();
  EXPECT_EQ(refused({.count = kMax}), "expected count of 1 to 16384, got " + std::to_string(kMax));
  const std::string finite = "expected a finite temperature of at least 0, got ";
  EXPECT_EQ(refused({.temperature = -0.5f}), finite + "-0.5");
  EXPECT_EQ(refused({.temperature = NAN}), finite + "NaN");
  EXPECT_EQ(refused({.temperature = INFINITY}), finite + "infinity");
  EXPECT_EQ(refused({.end_id = 5}), "expected end_id of at least 0 and below 5, got 5");
  EXPECT_EQ(refused({.count = 3, .length = 5}), "expected length of at least 6, got 5");
  GeneratingModel other = of;
  other.inputs.ids = {2, 1, {0, 1}};
  EXPECT_EQ(refusal([&] { generate(*other.model, other.inputs, {}); }),
            "expected one sequence of at least one token, got [2, 1]");
  other.inputs.ids = {1, 0, {}};
  EXPECT_EQ(refusal([&] { generate(*other.model, other.inputs, {}); }),
            "expected one sequence of at least one token, got [1, 0]");

  const TokenModel encoder(goes_with(), TokenModelParameters::random(goes_with(), 1));
  EXPECT_EQ(refusal([&] { generate(encoder, of.inputs, {}); }),
            "expected a decoder-only or encoder-decoder model, to generate step by step, got "
            "an encoder");
  TokenModelConfig labels = goes_with();
  labels.architecture = Architecture::kDecoderOnly;
  labels.num_labels = 3;
  const TokenModel classes(labels, TokenModelParameters::random(labels, 1));
  EXPECT_EQ(refusal([&] { generate(classes, of.inputs, {}); }),
            "expected a model whose answers are its 5 tokens, got 3 answers");
  labels.num_labels = 5;
  const TokenModel learned(labels, TokenModelParameters::random(labels, 1));
  EXPECT_EQ(refusal([&] { generate(learned, of.inputs, {.count = 2}); }),
            "expected at most max_length 4 tokens, got 5");
}

// Steps with cached keys would ignore these inputs.
TEST(Generate, RefusesInputsThatStepsDoNotRead) {
  for (GeneratingModel& of : generating()) {
    const bool has_decoder = of.inputs.target_ids.n > 0;
    const auto refused = [&](const auto& spoil) {
      ModelInputs inputs = of.inputs;
      spoil(inputs);
      return refusal([&] { generate(*of.model, inputs, {}); });
    };
    const auto expected = [](const std::string& name) {
      return "expected a sequence to continue without " + name + ", got one with it";
    };
    EXPECT_EQ(refused([](ModelInputs& x) { x.masks.emplace(); }), expected("masks"));
    EXPECT_EQ(refused([](ModelInputs& x) { x.target_key_padding = {1, 1, 1}; }),
              expected("target_key_padding"));
    // The source of an encoder-decoder may have padding.
    EXPECT_EQ(refused([](ModelInputs& x) { x.key_padding = {1, 1, 1, 0}; }),
              has_decoder ? "nothing was refused" : expected("key_padding"));
    if (has_decoder) continue;
    EXPECT_EQ(refused([](ModelInputs& x) { x.type_ids = x.ids; }), expected("type_ids"));
  }
}

TEST(Generate, RefusesLogitsThatAreNotFinite) {
  GeneratingModel of = generating().front();
  EXPECT_EQ(refusal([&] {
              generate(*of.model, of.inputs,
                       {.interventions = {{"layers.1", "output", {}, {NAN}}}});
            }),
            "expected logits that are finite, got NaN or infinity at position 4");
}

}  // namespace
}  // namespace attn
