#include "operations/models/named_model.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "core/operations/same_tensors.h"
#include "models/answers/number_gradients.h"
#include "operations/config/model_config.h"
#include "support/refusal.h"

namespace attn {
namespace {

const Config kEncoder{{"architecture", "encoder_only"},
                      {"d_model", 8},
                      {"layers", 2},
                      {"heads", {2, 1}},
                      {"d_ff", 16},
                      {"vocab_size", 7}};
const Config kTranslation{{"architecture", "encoder_decoder"},
                          {"d_model", 8},
                          {"heads", 2},
                          {"decoder_heads", 2},
                          {"vocab_size", 7},
                          {"target_vocab_size", 5}};

Tensor ids_of(std::vector<float> ids) {
  const auto n = static_cast<Index>(ids.size());
  return Tensor({"n"}, {n}, std::move(ids));
}
Tensor flags(std::vector<Index> shape, std::vector<float> data) {
  std::vector<std::string> axes(shape.size(), "axis");
  return Tensor(std::move(axes), std::move(shape), std::move(data));
}

class NamedModel : public testing::Test {
 protected:
  ModelInputs read(const NamedTensors& given,
                   const std::optional<MaskSettings>& mask = std::nullopt) const {
    return read_model_inputs(encoder_.config(), given, mask);
  }
  Tensor logits(const NamedTensors& given,
                const std::optional<MaskSettings>& mask = std::nullopt) const {
    return inspect_model(encoder_, read(given, mask), {}, Keep::kOutputs, {}).logits;
  }

  TokenModel encoder_ = named_model(kEncoder, {nullptr, {}, 1});
  TokenModel translation_ = named_model(kTranslation, {nullptr, {}, 1});
  NamedTensors inputs_{{"ids", ids_of({1, 2, 3, 4})}};
  NamedTensors pair_{{"ids", ids_of({1, 2, 3, 4})}, {"target_ids", ids_of({0, 2, 1})}};
};

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
  more.put("w_extra", flags({1}, {0}));
  EXPECT_TRUE(contains(refused(more), "got \"w_extra\""));
}

TEST_F(NamedModel, ARefusedReplacementChangesNothing) {
  const NamedTensors before = parameters_of(encoder_, {});
  NamedTensors given{{"b_out", Tensor({"label"}, {7}, std::vector<float>(7, 2))}};
  NamedTensors wrong = given;
  wrong.put("w_out", flags({2, 2}, {0, 0, 0, 0}));
  EXPECT_EQ(refusal([&] { set_parameters(encoder_, wrong); }),
            "expected the parameter \"w_out\" of shape [8, 7], got [2, 2]");
  wrong = given;
  wrong.put("w_in", flags({1}, {0}));
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

TEST_F(NamedModel, MaskInputsEqualTheTypedOnes) {
  ModelInputs padded = read(inputs_);
  padded.key_padding = {1, 1, 0, 1};
  NamedTensors given = inputs_;
  given.put("key_padding", flags({4}, {1, 1, 0, 1}));
  EXPECT_TRUE(identical(logits(given), encoder_.forward(padded)));
  EXPECT_FALSE(identical(logits(given), logits(inputs_)));

  MaskSettings causal;
  causal.causal = CausalAlignment::kEnd;
  ModelInputs masked = read(inputs_);
  masked.masks.emplace().source.causal = CausalAlignment::kEnd;
  EXPECT_TRUE(identical(logits(inputs_, causal), encoder_.forward(masked)));

  NamedTensors painted = inputs_;
  painted.put("attend", flags({4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1}));
  const Tensor by_hand = logits(painted), by_pattern = logits(inputs_, causal);
  for (std::size_t i = 0; i < by_hand.data.size(); ++i) {
    EXPECT_NEAR(double{by_hand.data[i]}, double{by_pattern.data[i]}, 1e-6);
  }

  // A decoder stays causal under a mask among the inputs, unless its pattern is replaced.
  const auto pass = [&](const NamedTensors& of, const std::optional<MaskSettings>& mask) {
    return translation_.forward(read_model_inputs(translation_.config(), of, mask));
  };
  NamedTensors all = pair_;
  all.put("target_attend", flags({3, 3}, std::vector<float>(9, 1)));
  all.put("memory_attend", flags({3, 4}, std::vector<float>(12, 1)));
  const Tensor plain = pass(pair_, {}), painted_all = pass(all, {});
  for (std::size_t i = 0; i < plain.data.size(); ++i) {
    EXPECT_NEAR(double{painted_all.data[i]}, double{plain.data[i]}, 1e-6);
  }
  EXPECT_FALSE(identical(pass(pair_, MaskSettings{}), plain));
  NamedTensors hidden = pair_;
  hidden.put("source_key_padding", flags({1, 4}, {1, 1, 1, 0}));
  NamedTensors shorter{{"ids", ids_of({1, 2, 3})}, {"target_ids", ids_of({0, 2, 1})}};
  for (const bool replaced : {false, true}) {
    if (replaced) hidden.put("memory_attend", flags({3, 4}, std::vector<float>(12, 1)));
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
    NamedTensors given{{"ids", flags({2, 4}, {1, 2, 3, 4, 4, 3, 2, 1})},
                       {"key_padding", flags({2, 4}, {1, 1, 0, 1, 1, 1, 1, 0})}};
    if (!is_batch) given = {{"ids", inputs_.at("ids")}, {"key_padding", flags({4}, {1, 1, 0, 1})}};
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
    given.put("attend", flags({5, 5}, std::vector<float>(25, 1)));
    EXPECT_TRUE(identical(pass({}).logits, expected));
  }
}

TEST_F(NamedModel, ImagesMayBeSingleOrBatched) {
  const Config config{
      {"architecture", "vision"}, {"d_model", 8},    {"heads", 2},        {"d_patch", 3},
      {"class_token", true},      {"num_labels", 4}, {"readout", "first"}};
  const TokenModel vision = named_model(config, {nullptr, {}, 1});
  const Tensor one = flags({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor batch = flags({1, 2, 3}, one.data);
  const auto pass = [&](const Tensor& patches) {
    return vision.forward(read_model_inputs(vision.config(), {{"patches", patches}}, {}));
  };
  EXPECT_TRUE(identical(pass(one), pass(batch)));
  EXPECT_EQ(pass(one).shape, (std::vector<Index>{1, 1, 4}));
  EXPECT_TRUE(contains(refusal([&] { pass(flags({2, 2}, {1, 2, 3, 4})); }), "d_patch 3"));
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

TEST_F(NamedModel, InputsAreRefusedByName) {
  const auto refused = [&](const NamedTensors& given) { return refusal([&] { read(given); }); };
  EXPECT_EQ(refused({}), "expected a tensor \"ids\", got none");
  EXPECT_EQ(refused({{"ids", ids_of({})}}), "expected ids with at least one id, got none");
  EXPECT_EQ(refused({{"ids", ids_of({0.5f})}}), "expected ids to hold only whole numbers");
  EXPECT_EQ(refused(pair_),
            "expected one of the inputs \"ids\", \"type_ids\", \"key_padding\", \"attend\", "
            "\"score_bias\" for this model, got \"target_ids\"");
  NamedTensors given = inputs_;
  given.put("type_ids", ids_of({0, 0, 0, 0}));
  EXPECT_EQ(refused(given), "expected no type_ids for a model with num_types 0");
  given = inputs_;
  given.put("key_padding", flags({3}, {1, 1, 1}));
  EXPECT_EQ(refused(given), "expected key_padding of shape [1, 4], as the ids, got [3]");
  given = inputs_;
  given.put("attend", flags({4, 3}, std::vector<float>(12, 1)));
  EXPECT_TRUE(contains(refusal([&] { logits(given); }), "expected attend of shape"));
  EXPECT_TRUE(contains(refusal([&] { logits({{"ids", ids_of({9})}}); }), "9"));
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
  EXPECT_TRUE(contains(
      refusal([&] { logits(typed, {{"ids", ids}, {"type_ids", ids_of({0, 1, 2, 0})}}); }), "2"));
}

TEST(ReadGenerate, ReadsEveryKey) {
  const GenerateOptions options = read_generate(
      {{"count", 3}, {"temperature", 0.5}, {"seed", 7}, {"end_id", 0}, {"length", 9}});
  EXPECT_EQ(options.count, 3);
  EXPECT_EQ(options.temperature, 0.5f);
  EXPECT_EQ(options.seed, 7u);
  EXPECT_EQ(options.end_id, Index{0});
  EXPECT_EQ(options.length, 9);
  EXPECT_TRUE(contains(refusal([] { read_generate({{"max_new", 3}}); }), "got \"max_new\""));
}

}  // namespace
}  // namespace attn
