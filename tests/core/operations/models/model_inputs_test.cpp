#include "operations/models/model_inputs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/operations/models/named_models.h"
#include "core/operations/same_tensors.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST_F(NamedModel, MaskInputsEqualTheTypedOnes) {
  ModelInputs padded = read(inputs_);
  padded.key_padding = {1, 1, 0, 1};
  NamedTensors given = inputs_;
  given.put("key_padding", tensor_of({4}, {1, 1, 0, 1}));
  EXPECT_TRUE(identical(logits(given), encoder_.forward(padded)));
  EXPECT_FALSE(identical(logits(given), logits(inputs_)));

  MaskSettings causal;
  causal.causal = CausalAlignment::kEnd;
  ModelInputs masked = read(inputs_);
  masked.masks.emplace().source.causal = CausalAlignment::kEnd;
  EXPECT_TRUE(identical(logits(inputs_, causal), encoder_.forward(masked)));

  NamedTensors painted = inputs_;
  painted.put("attend", tensor_of({4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1}));
  const Tensor by_hand = logits(painted), by_pattern = logits(inputs_, causal);
  for (std::size_t i = 0; i < by_hand.data.size(); ++i) {
    EXPECT_NEAR(double{by_hand.data[i]}, double{by_pattern.data[i]}, 1e-6);
  }

  // A decoder stays causal under a mask among the inputs, unless its pattern is replaced.
  const auto pass = [&](const NamedTensors& of, const std::optional<MaskSettings>& mask) {
    return translation_.forward(read_model_inputs(translation_.config(), of, mask));
  };
  NamedTensors all = pair_;
  all.put("target_attend", tensor_of({3, 3}, std::vector<float>(9, 1)));
  all.put("memory_attend", tensor_of({3, 4}, std::vector<float>(12, 1)));
  const Tensor plain = pass(pair_, {}), painted_all = pass(all, {});
  for (std::size_t i = 0; i < plain.data.size(); ++i) {
    EXPECT_NEAR(double{painted_all.data[i]}, double{plain.data[i]}, 1e-6);
  }
  EXPECT_FALSE(identical(pass(pair_, MaskSettings{}), plain));
  NamedTensors hidden = pair_;
  hidden.put("source_key_padding", tensor_of({1, 4}, {1, 1, 1, 0}));
  NamedTensors shorter{{"ids", ids_of({1, 2, 3})}, {"target_ids", ids_of({0, 2, 1})}};
  for (const bool replaced : {false, true}) {
    if (replaced) hidden.put("memory_attend", tensor_of({3, 4}, std::vector<float>(12, 1)));
    const Tensor got = pass(hidden, {}), expected = pass(shorter, {});
    for (std::size_t i = 0; i < expected.data.size(); ++i) {
      EXPECT_NEAR(double{got.data[i]}, double{expected.data[i]}, 1e-5) << replaced;
    }
  }
}

TEST_F(NamedModel, AClassTokenIsRealInAMaskWithPadding) {
  const Config config{{"architecture", "encoder_only"},
                      {"d_model", 8},
                      {"layers", 1},
                      {"heads", 2},
                      {"vocab_size", 7},
                      {"class_token", true}};
  const TokenModel model = named_model(config, {nullptr, {}, 1});
  for (const bool is_batch : {false, true}) {
    NamedTensors given{{"ids", tensor_of({2, 4}, {1, 2, 3, 4, 4, 3, 2, 1})},
                       {"key_padding", tensor_of({2, 4}, {1, 1, 0, 1, 1, 1, 1, 0})}};
    if (!is_batch) {
      given = {{"ids", inputs_.at("ids")}, {"key_padding", tensor_of({4}, {1, 1, 0, 1})}};
    }
    const auto pass = [&](const std::optional<MaskSettings>& mask) {
      return inspect_model(model, read_model_inputs(model.config(), given, mask), {}, Keep::kTrace,
                           {});
    };
    const Tensor expected = pass({}).logits;
    EXPECT_TRUE(identical(pass(MaskSettings{}).logits, expected));
    MaskSettings window;
    window.window = 1;
    const NamedTensors trace = pass(window).trace;
    const Tensor& weights = trace.at("layers.0.attention.weights");
    for (Index head = 0; head < 2; ++head) {  // of the first item
      EXPECT_TRUE((weights.matrix(head).col(3).array() == 0).all());
      EXPECT_NE(weights.matrix(head)(1, 0), 0);
      EXPECT_NE(weights.matrix(head)(1, 2), 0);
      EXPECT_EQ(weights.matrix(head)(1, 4), 0);
    }
    given.put("attend", tensor_of({5, 5}, std::vector<float>(25, 1)));
    EXPECT_TRUE(identical(pass({}).logits, expected));
  }
}

TEST_F(NamedModel, ImagesMayBeSingleOrBatched) {
  const Config config{
      {"architecture", "vision"}, {"d_model", 8},    {"heads", 2},        {"d_patch", 3},
      {"class_token", true},      {"num_labels", 4}, {"readout", "first"}};
  const TokenModel vision = named_model(config, {nullptr, {}, 1});
  const Tensor one = tensor_of({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor batch = tensor_of({1, 2, 3}, one.data);
  const auto pass = [&](const Tensor& patches) {
    return vision.forward(read_model_inputs(vision.config(), {{"patches", patches}}, {}));
  };
  EXPECT_TRUE(identical(pass(one), pass(batch)));
  EXPECT_EQ(pass(one).shape, (std::vector<Index>{1, 1, 4}));
  EXPECT_TRUE(contains(refusal([&] { pass(tensor_of({2, 2}, {1, 2, 3, 4})); }), "d_patch 3"));
}

TEST_F(NamedModel, InputsAreRefusedByName) {
  const auto refused = [&](const NamedTensors& given) { return refusal([&] { read(given); }); };
  EXPECT_EQ(refused({}), "expected a tensor \"ids\", got none");
  EXPECT_EQ(refused({{"ids", ids_of({})}}), "expected ids with at least one id, got none");
  EXPECT_EQ(refused({{"ids", ids_of({0.5f})}}),
            "expected ids to hold only whole numbers up to 16777216, got 0.5");
  EXPECT_EQ(refused(pair_),
            "expected one of the inputs \"ids\", \"type_ids\", \"key_padding\", \"attend\", "
            "\"score_bias\" for this model, got \"target_ids\"");
  NamedTensors given = inputs_;
  given.put("type_ids", ids_of({0, 0, 0, 0}));
  EXPECT_EQ(refused(given), "expected no type_ids for a model with num_types 0, got type_ids");
  given = inputs_;
  given.put("key_padding", tensor_of({3}, {1, 1, 1}));
  EXPECT_EQ(refused(given), "expected key_padding of shape [1, 4], as the ids, got [3]");
  given = inputs_;
  given.put("attend", tensor_of({4, 3}, std::vector<float>(12, 1)));
  EXPECT_TRUE(contains(refusal([&] { logits(given); }), "expected attend of shape"));
  EXPECT_EQ(refusal([&] { logits({{"ids", ids_of({9})}}); }),
            "expected ids of at least 0 and below 7, got 9 at position 0 of batch item 0");
  const NamedTensors far{{"ids", ids_of({0, 1})}, {"target_ids", ids_of({0, 6, 1})}};
  EXPECT_EQ(
      refusal([&] { translation_.forward(read_model_inputs(translation_.config(), far, {})); }),
      "expected target_ids of at least 0 and below 5, got 6 at position 1 of batch item 0");
  EXPECT_TRUE(contains(refusal([&] { read_model_inputs(translation_.config(), inputs_, {}); }),
                       "\"target_ids\""));
}

// A type's row is added to the embedding of each token of that type, so a table of tokens that
// includes it gives the same model.
TEST(NamedModelTypes, AddTheRowOfEachTokensTypeToItsEmbedding) {
  const auto config = [](Index vocab_size, Index num_types) {
    return Config{{"architecture", "encoder_only"}, {"d_model", 8},    {"scale_embedding", false},
                  {"vocab_size", vocab_size},       {"num_labels", 3}, {"num_types", num_types}};
  };
  const TokenModel typed = named_model(config(3, 2), {nullptr, {}, 1});
  NamedTensors plain = parameters_of(typed, {});
  const Tensor tokens = plain.at("embedding"), types = plain.at("types");
  EXPECT_EQ(types.shape, (std::vector<Index>{2, 8}));
  // Token t of type 1 becomes token 3 + t.
  Tensor& both = plain.at("embedding");
  both.shape = {6, 8};
  both.data.resize(48);
  for (std::size_t i = 0; i < 24; ++i) {
    both.data[i] = tokens.data[i] + types.data[i % 8];
    both.data[24 + i] = tokens.data[i] + types.data[8 + i % 8];
  }
  NamedTensors untyped;
  for (const auto& [name, tensor] : plain) {
    if (name != "types") untyped.put(name, tensor);
  }
  const TokenModel single = named_model(config(6, 0), {nullptr, untyped, {}});
  const auto logits = [](const TokenModel& model, const NamedTensors& given) {
    return model.forward(read_model_inputs(model.config(), given, {}));
  };
  const auto expect_near = [](const Tensor& actual, const Tensor& expected) {
    ASSERT_EQ(actual.shape, expected.shape);
    for (std::size_t i = 0; i < actual.data.size(); ++i) {
      EXPECT_NEAR(double{actual.data[i]}, double{expected.data[i]}, 1e-5);
    }
  };
  const Tensor ids = ids_of({2, 0, 1, 1});
  expect_near(logits(typed, {{"ids", ids}, {"type_ids", ids_of({0, 1, 1, 0})}}),
              logits(single, {{"ids", ids_of({2, 3, 4, 1})}}));
  expect_near(logits(typed, {{"ids", ids}}), logits(single, {{"ids", ids}}));

  EXPECT_EQ(refusal([&] { logits(typed, {{"ids", ids}, {"type_ids", ids_of({0, 1})}}); }),
            "expected type_ids of shape [1, 4], as the ids, got [2]");
  EXPECT_EQ(refusal([&] { logits(typed, {{"ids", ids}, {"type_ids", ids_of({0, 1, 2, 0})}}); }),
            "expected type_ids of at least 0 and below 2, got 2 at position 2 of batch item 0");
}

}  // namespace
}  // namespace attn
