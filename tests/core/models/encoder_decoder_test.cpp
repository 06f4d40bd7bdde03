#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/finite.h"
#include "core/layers/layer_cases.h"
#include "models/answers/greedy_decode.h"
#include "models/token_model.h"
#include "ops/mask_patterns.h"
#include "support/refusal.h"
#include "support/refusal_table.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;
using reference::widen;

TokenModelConfig small_model(const LayerConfig& layer, EmbeddingPositions positions) {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderDecoder;
  config.layers = {layer, 1, true};
  config.decoder = {layer, 2, true};
  config.embedding.vocab_size = 5;
  config.embedding.max_length = 12;
  config.embedding.positions = positions;
  config.target = config.embedding;
  config.target.vocab_size = 6;
  return config;
}

// Every layer configuration, each with different embedding options.
TokenModelConfig model_of(const LayerCase& c) {
  const std::string name = c.name;
  EmbeddingPositions positions = EmbeddingPositions::kSinusoidal;
  if (name == "PreNormGeluCausal" || name == "T5Like") positions = EmbeddingPositions::kLearned;
  if (name == "LlamaLike" || name == "AlibiGated") positions = EmbeddingPositions::kNone;
  TokenModelConfig config = small_model(c.config, positions);
  config.embedding.scale_embedding = name != "LlamaLike" && name != "PostNormGeluTanhAllMasks";
  config.target.scale_embedding = config.embedding.scale_embedding;
  config.output_bias = name != "T5Like";
  return config;
}

TransformerMasks causal_target() {
  TransformerMasks masks;
  masks.target = Mask::causal_at();
  return masks;
}

ModelInputs inputs_of(const TokenIds& source, const TokenIds& target,
                      const TransformerMasks& masks = {}) {
  return {.ids = source, .target_ids = target, .masks = masks};
}

TokenIds one_of(const TokenIds& ids, Index item) {
  const auto start = ids.ids.begin() + item * ids.n;
  return {1, ids.n, {start, start + ids.n}};
}

const TokenIds kSourceIds{2, 4, {0, 1, 2, 3, 4, 1, 1, 0}};
const TokenIds kTargetIds{2, 3, {5, 0, 3, 5, 2, 2}};

class EncoderDecoders : public testing::TestWithParam<LayerCase> {
 protected:
  TokenModelConfig config_ = model_of(GetParam()).resolved();
  TokenModelParameters parameters_ = stirred(TokenModelParameters::random(config_, 1), 2);
  TokenModel model_{config_, parameters_};
};
INSTANTIATE_TEST_SUITE_P(Layers, EncoderDecoders, testing::ValuesIn(layer_cases()), name_of_case());

// TEST-CASES 36
TEST_P(EncoderDecoders, LogitsAndGradientsMatchReference) {
  TransformerMasks masks = causal_target();
  masks.source.attend = key_padding_attend({1, 1, 1, 1, 1, 1, 0, 0}, 2, 4, 4);
  masks.memory.attend = key_padding_attend({1, 1, 1, 1, 1, 1, 0, 0}, 2, 3, 4);
  reference::WholeMasks rules;
  rules.source.rule = rules.memory.rule = [](Index b, Index, Index, Index j) {
    return b == 1 && j >= 2 ? -reference::kInfinity : 0;
  };
  rules.target.rule = [](Index, Index, Index i, Index j) {
    return j > i ? -reference::kInfinity : 0;
  };
  Values values;
  reference::put_parameters(parameters_, "", values);
  const auto formula = [&](const Values& v) {
    return reference::encoder_decoder(config_, v, kSourceIds, kTargetIds, rules);
  };
  TokenModelTrace trace;
  const Tensor logits = model_.forward(inputs_of(kSourceIds, kTargetIds, masks), {}, &trace);
  EXPECT_EQ(logits.shape_text(), "[batch 2, query 3, target_vocab_size 6]");
  EXPECT_TRUE(all_near(logits, formula(values), kForwardTolerance));
  EXPECT_TRUE(identical(model_.forward(inputs_of(kSourceIds, kTargetIds, masks)), logits));
  EXPECT_TRUE(identical(trace.logits, logits));

  const Tensor d_logits = random_tensor(logits.axes, logits.shape, 9);
  const TokenModelGradients got =
      model_.backward(inputs_of(kSourceIds, kTargetIds, masks), {}, trace, d_logits);
  expect_gradients(got.parameters,
                   reference::central_differences(formula, values, widen(d_logits)));
  EXPECT_TRUE(got.d_masks.source.empty() && got.d_masks.target.empty() &&
              got.d_masks.memory.empty());
}

// TEST-CASES 24
TEST_P(EncoderDecoders, ALaterTargetLeavesEarlierLogitsBitIdentical) {
  const Tensor logits = model_.forward(inputs_of(kSourceIds, kTargetIds, causal_target()));
  for (Index t = 0; t < kTargetIds.n; ++t) {
    TokenIds changed = kTargetIds;
    Index& id = changed.ids[static_cast<std::size_t>(kTargetIds.n + t)];  // in the second item
    id = (id + 1) % 6;
    const Tensor other = model_.forward(inputs_of(kSourceIds, changed, causal_target()));
    EXPECT_EQ(other.matrix(0), logits.matrix(0));
    EXPECT_EQ(other.matrix(1).topRows(t), logits.matrix(1).topRows(t));
    EXPECT_NE(other.matrix(1).row(t), logits.matrix(1).row(t));
  }
}

// TEST-CASES 46
TEST_P(EncoderDecoders, SteppingGivesTheLogitsOfOneCausalPass) {
  const std::vector<std::uint8_t> key_padding = {1, 1, 1, 1, 1, 1, 0, 0};
  TransformerMasks masks = causal_target();
  masks.source.attend = key_padding_attend(key_padding, 2, 4, 4);
  masks.memory.attend = key_padding_attend(key_padding, 2, 3, 4);
  const Tensor logits = model_.forward(inputs_of(kSourceIds, kTargetIds, masks));
  for (const std::vector<Index>& parts : {std::vector<Index>{1, 1, 1}, {2, 1}, {3}}) {
    Decoding decoding = model_.begin({.ids = kSourceIds, .key_padding = key_padding}, 3);
    for (const Index n : parts) {
      TokenIds part{2, n, {}};
      for (Index item = 0; item < 2; ++item) {
        const auto start = kTargetIds.ids.begin() + item * 3 + decoding.length;
        part.ids.insert(part.ids.end(), start, start + n);
      }
      const Index before = decoding.length;
      const Tensor step = model_.step(part, decoding);
      EXPECT_EQ(decoding.length, before + n);
      for (Index item = 0; item < 2; ++item) {
        EXPECT_TRUE(step.matrix(item).isApprox(logits.matrix(item).middleRows(before, n), 1e-5f));
      }
    }
    EXPECT_EQ(refusal([&] { model_.step({2, 1, {0, 0}}, decoding); }),
              "expected at most max_tokens 3 tokens, got 4");
  }
}

// Greedy decoding by its definition: a full pass for each token.
std::vector<Index> uncached(const TokenModel& model, const TokenIds& source,
                            const GreedyOptions& options) {
  std::vector<Index> target = {options.start_id};
  while (static_cast<Index>(target.size()) <= options.max_new) {
    const auto n = static_cast<Index>(target.size());
    const Tensor logits = model.forward(inputs_of(source, {1, n, target}, causal_target()));
    Index best = 0;
    logits.matrix().row(n - 1).maxCoeff(&best);
    target.push_back(best);
    if (best == options.end_id) break;
  }
  return {target.begin() + 1, target.end()};
}

// TEST-CASES 35, 46
TEST_P(EncoderDecoders, GreedyDecodingWithACacheEqualsTheArgmaxOfFullPasses) {
  std::size_t tokens = 0, ended = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const TokenModel model(config_, stirred(parameters_, seed));
    const GreedyOptions options{5, 1, 10};
    const std::vector<std::vector<Index>> together = greedy_decode(model, kSourceIds, options);
    ASSERT_EQ(together.size(), 2u);
    for (Index item = 0; item < 2; ++item) {
      const std::vector<Index>& got = together[static_cast<std::size_t>(item)];
      EXPECT_EQ(got, uncached(model, one_of(kSourceIds, item), options)) << "seed " << seed;
      EXPECT_EQ(greedy_decode(model, one_of(kSourceIds, item), options).front(), got);
      tokens += got.size();
      ended += got.back() == 1 ? 1 : 0;
      EXPECT_TRUE(got.back() == 1 || got.size() == 10u);
    }
  }
  EXPECT_GT(tokens, 50u);
  EXPECT_GT(ended, 0u);
}

TokenModel plain_model() {
  const TokenModelConfig config =
      small_model(small_layer(2, Activation::kRelu, false), EmbeddingPositions::kLearned);
  return {config, TokenModelParameters::random(config, 1)};
}

// A model whose logits are always b_out.
TokenModel constant_model(const RowVector& b_out) {
  TokenModelConfig config =
      small_model(small_layer(1, Activation::kRelu, false), EmbeddingPositions::kNone);
  config.target.vocab_size = b_out.size();
  TokenModelParameters p = TokenModelParameters::random(config, 1);
  p.w_out.setZero();
  p.b_out = b_out;
  return {config, p};
}

TEST(GreedyDecode, StopsAtTheEndTokenOrAtMaxNewAndBreaksTiesByTheLowestId) {
  RowVector b_out(4);
  b_out << -1, 2, 2, 0;
  const TokenModel model = constant_model(b_out);
  const TokenIds source{1, 2, {0, 1}};
  EXPECT_EQ(greedy_decode(model, source, {0, 1, 5}).front(), (std::vector<Index>{1}));
  EXPECT_EQ(greedy_decode(model, source, {0, 2, 3}).front(), (std::vector<Index>{1, 1, 1}));
  EXPECT_TRUE(greedy_decode(model, source, {0, 2, 0}).front().empty());
}

TEST(GreedyDecode, NeverChoosesALogitOfMinusInfinityAndRefusesNaN) {
  RowVector b_out(3);
  b_out << -kInfinity, -5, -kInfinity;
  const TokenIds source{1, 2, {0, 1}};
  EXPECT_EQ(greedy_decode(constant_model(b_out), source, {0, 2, 2}).front(),
            (std::vector<Index>{1, 1}));
  b_out(2) = kNaN;
  EXPECT_EQ(refusal([&] { greedy_decode(constant_model(b_out), source, {0, 2, 2}); }),
            "expected logits that are numbers, got NaN for token 2");
}

TEST(GreedyDecode, RefusesAModelWithoutAnEncoder) {
  TokenModelConfig config;
  config.layers = {small_layer(2, Activation::kGelu, false), 1};
  config.embedding.vocab_size = 5;
  const TokenModel model(config, TokenModelParameters::random(config, 1));
  EXPECT_EQ(refusal([&] { greedy_decode(model, {1, 2, {0, 1}}, {0, 1, 2}); }),
            "expected an encoder-decoder model, got another architecture");
}

// TEST-CASES 18
TEST(GreedyDecode, PaddingOfTheSourceChangesNothing) {
  const TokenModel model = plain_model();
  const GreedyOptions options{0, 5, 8};
  const std::vector<std::vector<Index>> got =
      greedy_decode(model, {2, 4, {1, 2, 0, 0, 3, 2, 1, 0}}, options, {1, 1, 0, 0, 1, 1, 1, 1});
  EXPECT_EQ(got[0], greedy_decode(model, {1, 2, {1, 2}}, options)[0]);
  EXPECT_EQ(got[1], greedy_decode(model, {1, 4, {3, 2, 1, 0}}, options)[0]);
}

// TEST-CASES 41
TEST(GreedyDecode, AnEmptyOrFullyPaddedSourceDecodes) {
  const TokenModel model = plain_model();
  EXPECT_FALSE(greedy_decode(model, {1, 0, {}}, {0, 5, 3}).front().empty());
  EXPECT_FALSE(greedy_decode(model, {1, 2, {0, 0}}, {0, 5, 3}, {0, 0}).front().empty());
}

// TEST-CASES 43
TEST(GreedyDecode, RefusesMismatchedInputsNamingBoth) {
  const TokenModel model = plain_model();
  const TokenIds source{1, 2, {0, 1}};
  const auto refused = [&](const GreedyOptions& options) {
    return refusal([&] { greedy_decode(model, source, options); });
  };
  EXPECT_EQ(refused({6, 1, 2}), "expected start_id of at least 0 and below 6, got 6");
  EXPECT_EQ(refused({0, -1, 2}), "expected end_id of at least 0 and below 6, got -1");
  EXPECT_EQ(refused({0, 1, -2}), "expected max_new of 0 to 16384, got -2");
  EXPECT_EQ(refused({0, 1, 13}), "expected at most max_length 12 tokens, got 13");
  EXPECT_EQ(refusal([&] { greedy_decode(model, source, {0, 1, 2}, {1}); }),
            "expected source_key_padding of shape [batch 1, key 2], got 1 elements");
  EXPECT_EQ(refusal([&] { greedy_decode(model, {2, 2, {0, 1}}, {0, 1, 2}); }),
            "expected source_ids of shape [batch, n] with at least one batch item, got 2 ids for "
            "[2, 2]");
  EXPECT_EQ(refusal([&] { model.begin({.ids = source}, -1); }),
            "expected max_tokens of at least 0, got -1");
}

// TEST-CASES 35
TEST(EncoderDecoder, ABatchItemHasTheSameBitsAloneAsInABatch) {
  const TokenModel model = plain_model();
  const Tensor logits = model.forward(inputs_of(kSourceIds, kTargetIds, causal_target()));
  for (Index item = 0; item < 2; ++item) {
    EXPECT_TRUE(identical(model.forward(inputs_of(one_of(kSourceIds, item),
                                                  one_of(kTargetIds, item), causal_target())),
                          batch_item(logits, item)));
  }
}

TEST(EncoderDecoder, ATraceIsInTheOrderOfComputation) {
  const TokenModel model = plain_model();
  TokenModelTrace trace;
  model.forward(inputs_of(kSourceIds, kTargetIds, causal_target()), {}, &trace);
  std::vector<std::string> outer;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    const bool is_end = name == "encoder.output" || name == "decoder.output";
    if (!tensor.empty() && (is_end || name.find('.') == name.npos)) outer.emplace_back(name);
  });
  EXPECT_EQ(outer, (std::vector<std::string>{"source_embedded", "encoder.output", "target_embedded",
                                             "decoder.output", "logits"}));
}

TEST(EncoderDecoder, UntrainedTablesHaveTheVarianceOfTheirScale) {
  TokenModelConfig config =
      small_model(small_layer(2, Activation::kRelu, false), EmbeddingPositions::kLearned);
  config.embedding.vocab_size = config.target.max_length = 2000;
  const TokenModelParameters scaled = TokenModelParameters::random(config, 1);
  EXPECT_NEAR(scaled.embedding.embedding.squaredNorm() / 8000, 0.25, 0.02);
  EXPECT_NEAR(scaled.target.positions.squaredNorm() / 8000, 1, 0.05);
  config.embedding.scale_embedding = false;
  config.output_bias = false;
  config.embedding.positions = config.target.positions = EmbeddingPositions::kSinusoidal;
  const TokenModelParameters plain = TokenModelParameters::random(config, 1);
  EXPECT_NEAR(plain.embedding.embedding.squaredNorm() / 8000, 1, 0.05);
  EXPECT_EQ(plain.embedding.positions.size() + plain.target.positions.size() + plain.b_out.size(),
            0);
  EXPECT_EQ(plain.layers.layers[0].attention.w_q, scaled.layers.layers[0].attention.w_q);
}

TEST(EncoderDecoder, UnfilledParametersHaveEveryName) {
  const TokenModelConfig config =
      small_model(small_layer(2, Activation::kRelu, false), EmbeddingPositions::kLearned);
  const auto names_of = [](const TokenModelParameters& parameters) {
    std::vector<std::string> names;
    TokenModelParameters::for_each(
        parameters, [&](std::string_view name, const auto&) { names.emplace_back(name); });
    return names;
  };
  const std::vector<std::string> names = names_of(TokenModelParameters::unfilled(config));
  EXPECT_EQ(names, names_of(TokenModelParameters::random(config, 1)));
  EXPECT_EQ(names.front(), "encoder.layers.0.attention.w_q");
  EXPECT_EQ(names.back(), "b_out");
}

// TEST-CASES 29, 43
TEST(EncoderDecoder, RefusesMismatchedParametersNamingBoth) {
  const TokenModelConfig config =
      small_model(small_layer(2, Activation::kRelu, false), EmbeddingPositions::kLearned);
  expect_refusals<TokenModelConfig>(
      config, [](const TokenModelConfig& c) { TokenModelParameters::random(c, 1); },
      {{[](auto& c) { c.embedding.vocab_size = 0; }, "expected vocab_size of at least 1, got 0"},
       {[](auto& c) { c.target.vocab_size = -1; },
        "expected target_vocab_size of at least 1, got -1"},
       {[](auto& c) { c.embedding.max_length = 0; },
        "expected max_length of at least 1 for learned positions, got 0"}});
  TokenModelConfig shared = config;
  shared.target.vocab_size = 0;
  EXPECT_EQ(shared.resolved().num_labels, 5);

  expect_refusals<TokenModelParameters>(
      TokenModelParameters::random(config, 1),
      [&](const TokenModelParameters& p) { TokenModel(config, p); },
      {{[](auto& p) { p.embedding.embedding.resize(6, 4); },
        "expected source_embedding of shape [5, 4], got [6, 4]"},
       {[](auto& p) { p.target.positions.resize(0, 0); },
        "expected the parameter \"target_positions\" of shape [12, 4], got none"},
       {[](auto& p) { p.w_out.resize(4, 5); }, "expected w_out of shape [4, 6], got [4, 5]"},
       {[](auto& p) { p.b_out.resize(5); }, "expected b_out of shape [6], got [5]"}});
}

// TEST-CASES 29, 43
TEST(EncoderDecoder, RefusesMismatchedInputsNamingBoth) {
  const TokenModelConfig config =
      small_model(small_layer(2, Activation::kRelu, false), EmbeddingPositions::kLearned);
  const TokenModel model(config, TokenModelParameters::random(config, 1));
  expect_refusals<ModelInputs>(
      inputs_of(kSourceIds, kTargetIds), [&](const ModelInputs& inputs) { model.forward(inputs); },
      {{[](auto& in) { in.ids = {1, 2, {0, 5}}; },
        "expected source_ids of at least 0 and below 5, got 5 at position 1 of batch item 0"},
       {[](auto& in) { in.ids = {0, 2, {}}; },
        "expected source_ids of shape [batch, n] with at least one batch item, got 0 ids for [0, "
        "2]"},
       {[](auto& in) { in.target_ids = {1, 1, {-1}}; },
        "expected target_ids of at least 0 and below 6, got -1 at position 0 of batch item 0"},
       {[](auto& in) { in.target_ids = {1, 1, {0}}; },
        "expected memory with the batch of x [batch 1, query 1, d_model 4], got [batch 2, key 4, "
        "d_model 4]"},
       {[](auto& in) { in.target_ids = {1, -1, {}}; },
        "expected target_ids of shape [batch, n] with at least one batch item, got 0 ids for [1, "
        "-1]"},
       {[](auto& in) { in.target_ids = {1, 13, std::vector<Index>(13)}; },
        "expected at most max_length 12 tokens, got 13"},
       {[](auto& in) { in.target_key_padding = {1}, in.masks.reset(); },
        "expected target_key_padding of shape [batch 2, key 3], got 1 elements"}});
  EXPECT_EQ(refusal([&] {
              model.backward(inputs_of(kSourceIds, kTargetIds), {}, {},
                             random_sequence(2, 3, 6, 1));
            }),
            "expected d_logits of the shape [], got [batch 2, query 3, d_model 6]");
  const Decoding begun = model.begin({.ids = kSourceIds}, 3);
  Decoding decoding = begun;
  EXPECT_EQ(refusal([&] { model.step({2, 1, {0, 9}}, decoding); }),
            "expected target_ids of at least 0 and below 6, got 9 at position 0 of batch item 1");
  EXPECT_EQ(decoding.length, 0);
}

}  // namespace
}  // namespace attn
