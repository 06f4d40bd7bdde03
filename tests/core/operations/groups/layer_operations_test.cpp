#include <gtest/gtest.h>

#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"
#include "models/answers/greedy_decode.h"
#include "models/token_model.h"
#include "models/transformer.h"
#include "ops/mask_patterns.h"
#include "support/refusal.h"
#include "support/sliding_window.h"
#include "support/token_ids.h"

namespace attn {
namespace {

// The configuration of the samples of layers.
LayerConfig sample_layer() {
  LayerConfig layer;
  layer.attention.d_model = 8;
  layer.attention.num_heads = 4;
  layer.attention.num_kv_heads = 2;
  layer.attention.d_head = 2;
  layer.attention.scale = 0.7f;
  layer.attention.temperature = 1.5f;
  layer.attention.positions = AttentionPositions::kRotary;
  layer.attention.rotary = {100, true};
  layer.feed_forward = {8, 12, Activation::kSilu, true, true};
  layer.norm_first = true;
  layer.epsilon = 1e-4f;
  return layer;
}

const Dropout kDropout{0.2, 9};

// The mask from three inputs, each named after its part.
Mask input_mask(const NamedTensors& inputs, Index n_query, Index n_key, const std::string& part) {
  const auto allowed = [&](const std::string& name) {
    const std::vector<float>& data = inputs.at(part + name).data;
    return std::vector<std::uint8_t>(data.begin(), data.end());
  };
  Mask mask;
  mask.attend = both({{1, 1, n_query, n_key}, allowed("attend")},
                     key_padding_attend(allowed("key_padding"), 2, n_query, n_key));
  mask.score_bias = inputs.at(part + "score_bias");
  return mask;
}

// The mask of the samples' configuration, for 5 tokens.
Mask self_mask(const NamedTensors& inputs, const std::string& part = "") {
  Mask mask = input_mask(inputs, 5, 5, part);
  mask.causal = CausalAlignment::kStart;
  mask.prefix = 1;
  mask.attend = both(*mask.attend, both(sliding_window_attend(5, 5, 4), block_attend(5, 5, 4)));
  return mask;
}

template <class Layer, class Parameters, class Trace>
void expect_encoder(const char* name, const Layer& layer, Parameters drawn) {
  const Sample& s = sample(all_samples, name);
  const Tensor& x = s.inputs.at("x");
  const Mask mask = self_mask(s.inputs);
  const NamedTensors p = parameters_of(s);
  Trace trace;
  NamedTensors got_trace;
  expect_same(run(name, s.config, p, s.inputs, Keep::kTrace, &got_trace),
              {{"output", layer.forward(x, mask, kDropout, &trace)}});
  expect_same(got_trace, collected(trace));
  const Tensor d_output = sequence(5, 7);
  auto d = layer.backward(x, mask, kDropout, trace, d_output);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_x", d.d_x);
  expected.put("d_score_bias", d.d_score_bias);
  expect_same_numbers(gradients(name, s.config, p, s.inputs, {{"d_output", d_output}}), expected);
  expect_same_numbers(random_parameters(name, s.config, 5), collected(drawn));
}

TEST(LayerOperations, EncoderLayerEqualsTheTypedCall) {
  const auto p =
      distributed<EncoderLayerParameters>(parameters_of(sample(all_samples, "encoder_layer")));
  expect_encoder<EncoderLayer, EncoderLayerParameters, EncoderLayerTrace>(
      "encoder_layer", EncoderLayer(sample_layer(), p),
      EncoderLayerParameters::random(sample_layer(), 5));
}

TEST(LayerOperations, EncoderEqualsTheTypedCall) {
  const StackConfig config{sample_layer(), 2, true};
  const auto p = distributed(parameters_of(sample(all_samples, "encoder")),
                             EncoderStackParameters::unfilled(config));
  expect_encoder<EncoderStack, EncoderStackParameters, EncoderStackTrace>(
      "encoder", EncoderStack(config, p), EncoderStackParameters::random(config, 5));
}

template <class Layer, class Parameters, class Trace>
void expect_decoder(const char* name, const Layer& layer, Parameters drawn) {
  const Sample& s = sample(all_samples, name);
  const Tensor &x = s.inputs.at("x"), &memory = s.inputs.at("memory");
  const DecoderMasks masks{self_mask(s.inputs), input_mask(s.inputs, 5, 6, "memory_")};
  const NamedTensors p = parameters_of(s);
  Trace trace;
  NamedTensors got_trace;
  expect_same(run(name, s.config, p, s.inputs, Keep::kTrace, &got_trace),
              {{"output", layer.forward(x, memory, masks, kDropout, &trace)}});
  expect_same(got_trace, collected(trace));
  const Tensor d_output = sequence(5, 7);
  auto d = layer.backward(x, memory, masks, kDropout, trace, d_output);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_x", d.d_x);
  expected.put("d_memory", d.d_memory);
  expected.put("d_score_bias", d.d_score_bias);
  expected.put("d_memory_score_bias", d.d_memory_score_bias);
  expect_same_numbers(gradients(name, s.config, p, s.inputs, {{"d_output", d_output}}), expected);
  expect_same_numbers(random_parameters(name, s.config, 5), collected(drawn));
}

TEST(LayerOperations, DecoderLayerEqualsTheTypedCall) {
  const auto p =
      distributed<DecoderLayerParameters>(parameters_of(sample(all_samples, "decoder_layer")));
  expect_decoder<DecoderLayer, DecoderLayerParameters, DecoderLayerTrace>(
      "decoder_layer", DecoderLayer(sample_layer(), p),
      DecoderLayerParameters::random(sample_layer(), 5));
}

TEST(LayerOperations, DecoderEqualsTheTypedCall) {
  const StackConfig config{sample_layer(), 2, true};
  const auto p = distributed(parameters_of(sample(all_samples, "decoder")),
                             DecoderStackParameters::unfilled(config));
  expect_decoder<DecoderStack, DecoderStackParameters, DecoderStackTrace>(
      "decoder", DecoderStack(config, p), DecoderStackParameters::random(config, 5));
}

TEST(LayerOperations, DefaultsAreThoseOfTheOriginalTransformer) {
  const char* config = R"({"d_model":8,"num_heads":2,"d_ff":12})";
  LayerConfig layer;
  layer.attention.d_model = 8;
  layer.attention.num_heads = 2;
  layer.feed_forward.d_ff = 12;
  EncoderLayerParameters p = EncoderLayerParameters::random(layer, 5);
  expect_same_numbers(random_parameters("encoder_layer", config, 5), collected(p));
  const Tensor x = random_sequence(0, 3, 8, 1);
  expect_same(run("encoder_layer", config, collected(p), {{"x", x}}),
              {{"output", EncoderLayer(layer, p).forward(x, Mask::none())}});
}

TEST(LayerOperations, NormAndActivationAreChosenByName) {
  const char* config =
      R"({"d_model":8,"num_heads":2,"d_ff":12,"norm":"rms","activation":"gelu","bias":false})";
  LayerConfig layer;
  layer.attention.d_model = 8;
  layer.attention.num_heads = 2;
  layer.attention.bias = false;
  layer.feed_forward = {8, 12, Activation::kGelu, false, false};
  layer.norm = NormKind::kRms;
  EncoderLayerParameters p = EncoderLayerParameters::random(layer, 5);
  const NamedTensors drawn = random_parameters("encoder_layer", config, 5);
  expect_same_numbers(drawn, collected(p));
  EXPECT_EQ(drawn.find("norm_1.beta"), nullptr);
  EXPECT_EQ(drawn.find("attention.b_q"), nullptr);
  const Tensor x = sequence(3, 1);
  expect_same(run("encoder_layer", config, drawn, {{"x", x}}),
              {{"output", EncoderLayer(layer, p).forward(x, Mask::none())}});
}

TEST(LayerOperations, ParametersOfAMissingLayerAreRefused) {
  const char* config = R"({"d_model":8,"num_heads":2,"d_ff":12,"num_layers":2})";
  NamedTensors p = random_parameters("encoder", config, 5);
  p.put("layers.2.norm_1.gamma", Tensor({"d_model"}, {8}));
  const std::string message = refusal([&] { run("encoder", config, p, {{"x", sequence(3, 1)}}); });
  EXPECT_TRUE(contains(message, "got \"layers.2.norm_1.gamma\""));
  EXPECT_LT(message.size(), 1200u);
  EXPECT_EQ(refusal([] {
              random_parameters("encoder",
                                R"({"d_model":8,"num_heads":2,"d_ff":12,"num_layers":1001})", 1);
            }),
            "expected \"num_layers\" to be a whole number from 1 to 1000, got 1001");
}

TransformerMasks sample_masks(const NamedTensors& inputs) {
  return {input_mask(inputs, 6, 6, "source_"), self_mask(inputs, "target_"),
          input_mask(inputs, 5, 6, "memory_")};
}

void put_masks(NamedTensors& expected, const TransformerMaskGradients& d) {
  expected.put("d_source_score_bias", d.source);
  expected.put("d_target_score_bias", d.target);
  expected.put("d_memory_score_bias", d.memory);
}

TEST(ModelOperations, TransformerEqualsTheTypedCall) {
  const Sample& s = sample(all_samples, "transformer");
  const TransformerConfig config = TransformerConfig::of(sample_layer(), 2, 1);
  const NamedTensors p = parameters_of(s);
  const Transformer model(config, distributed(p, TransformerParameters::unfilled(config)));
  const Tensor &source = s.inputs.at("source"), &target = s.inputs.at("target");
  const TransformerMasks masks = sample_masks(s.inputs);
  TransformerTrace trace;
  NamedTensors got_trace;
  expect_same(run("transformer", s.config, p, s.inputs, Keep::kTrace, &got_trace),
              {{"output", model.forward(source, target, masks, kDropout, &trace)}});
  expect_same(got_trace, collected(trace));
  const Tensor d_output = sequence(5, 7);
  TransformerGradients d = model.backward(source, target, masks, kDropout, trace, d_output);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_source", d.d_source);
  expected.put("d_target", d.d_target);
  put_masks(expected, d.d_masks);
  expect_same_numbers(gradients("transformer", s.config, p, s.inputs, {{"d_output", d_output}}),
                      expected);
  TransformerParameters drawn = TransformerParameters::random(config, 5);
  expect_same_numbers(random_parameters("transformer", s.config, 5), collected(drawn));
}

TokenModelConfig sample_model() {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderDecoder;
  config.layers = {sample_layer(), 2, true};
  config.decoder = {sample_layer(), 1, true};
  config.embedding.vocab_size = 11;
  config.embedding.max_length = 9;
  config.embedding.positions = EmbeddingPositions::kLearned;
  config.embedding.scale_embedding = false;
  config.target = config.embedding;
  config.target.vocab_size = 13;
  return config;
}

TEST(ModelOperations, EncoderDecoderEqualsTheTypedCall) {
  const Sample& s = sample(all_samples, "encoder_decoder");
  const NamedTensors p = parameters_of(s);
  const TokenModel model(sample_model(),
                         distributed(p, TokenModelParameters::unfilled(sample_model())));
  const TokenIds source = token_ids(s.inputs.at("source_ids")),
                 target = token_ids(s.inputs.at("target_ids"));
  const ModelInputs inputs{.ids = source, .target_ids = target, .masks = sample_masks(s.inputs)};
  TokenModelTrace trace;
  NamedTensors got_trace;
  const Tensor logits = model.forward(inputs, kDropout, &trace);
  expect_same(run("encoder_decoder", s.config, p, s.inputs, Keep::kTrace, &got_trace),
              {{"logits", logits}});
  expect_same(got_trace, collected(trace));
  const Tensor d_logits = random_tensor(logits.axes, logits.shape, 7);
  TokenModelGradients d = model.backward(inputs, kDropout, trace, d_logits);
  NamedTensors expected = collected(d.parameters, "d_");
  put_masks(expected, d.d_masks);
  expect_same_numbers(gradients("encoder_decoder", s.config, p, s.inputs, {{"d_logits", d_logits}}),
                      expected);
  TokenModelParameters drawn = TokenModelParameters::random(sample_model(), 5);
  const NamedTensors got = random_parameters("encoder_decoder", s.config, 5);
  expect_same_numbers(got, collected(drawn));
  EXPECT_EQ(got.at("source_embedding").axes, (std::vector<std::string>{"token", "d_model"}));
  EXPECT_EQ(got.at("source_positions").axes, (std::vector<std::string>{"position", "d_model"}));
}

// The target does not attend to padding of the source, unless a mask of the memory is set.
TEST(ModelOperations, SourcePaddingAlsoHidesTheMemory) {
  const char* config =
      R"({"d_model":8,"num_heads":2,"d_ff":12,"num_encoder_layers":1,"num_decoder_layers":1})";
  const NamedTensors p = random_parameters("transformer", config, 5);
  const Tensor keep({"batch", "key"}, {2, 4}, {1, 1, 0, 0, 1, 1, 1, 1});
  const auto output = [&](NamedTensors inputs) {
    inputs.put("source", sequence(4, 1));
    inputs.put("target", sequence(3, 2));
    return run("transformer", config, p, inputs).at("output");
  };
  const Tensor padded = output({{"source_key_padding", keep}});
  EXPECT_TRUE(
      identical(padded, output({{"source_key_padding", keep}, {"memory_key_padding", keep}})));
  const Tensor all({"key"}, {4}, {1, 1, 1, 1});
  const Tensor seen = output({{"source_key_padding", keep}, {"memory_key_padding", all}});
  EXPECT_FALSE(identical(padded, seen));
  EXPECT_FALSE(identical(seen, output({})));
}

TEST(ModelOperations, GreedyDecodeEqualsTheTypedCall) {
  const Sample& s = sample(all_samples, "greedy_decode");
  const NamedTensors p = parameters_of(s);
  const TokenModel model(sample_model(),
                         distributed(p, TokenModelParameters::unfilled(sample_model())));
  const TokenIds source = token_ids(s.inputs.at("source_ids"));
  const std::vector<float>& keep = s.inputs.at("source_key_padding").data;
  const std::vector<std::vector<Index>> sequences =
      greedy_decode(model, source, {1, 2, 4}, {keep.begin(), keep.end()});
  const NamedTensors got = run("greedy_decode", s.config, p, s.inputs);
  ASSERT_EQ(sequences.size(), 2u);
  for (std::size_t item = 0; item < 2; ++item) {
    EXPECT_EQ(got.at("lengths").data[item], static_cast<float>(sequences[item].size()));
    for (std::size_t i = 0; i < sequences[item].size(); ++i) {
      EXPECT_EQ(got.at("ids").matrix()(static_cast<Index>(item), static_cast<Index>(i)),
                static_cast<float>(sequences[item][i]));
    }
  }
  TokenModelParameters drawn = TokenModelParameters::random(sample_model(), 5);
  expect_same_numbers(random_parameters("greedy_decode", s.config, 5), collected(drawn));
}

TEST(ModelOperations, GreedyDecodeTakesOnePaddingForAllItems) {
  const std::vector<Sample> all = samples();
  const Sample& s = sample(all, "greedy_decode");
  const NamedTensors p = random_parameters("greedy_decode", s.config, 5);
  const Tensor& ids = s.inputs.at("source_ids");
  const Index batch = ids.shape[0], n = ids.shape[1];
  Tensor one({"key"}, {n}), each({"batch", "key"}, ids.shape);
  one.data[0] = 1;
  for (Index item = 0; item < batch; ++item) each.matrix()(item, 0) = 1;
  const auto decoded = [&](const Tensor& padding) {
    return run("greedy_decode", s.config, p,
               {{"source_ids", ids}, {"source_key_padding", padding}});
  };
  expect_same(decoded(one), decoded(each));
}

// A large bias makes one token of the target always the most probable, so all sequences end at once
// or none does.
TEST(ModelOperations, GreedyDecodePadsWithTheEndToken) {
  const std::string model =
      R"({"d_model":8,"num_heads":2,"d_ff":12,"num_encoder_layers":1,"num_decoder_layers":1,)"
      R"("vocab_size":5,"start_id":1,"end_id":2,"max_new":3)";
  NamedTensors p = random_parameters("greedy_decode", model + "}", 5);
  const NamedTensors inputs{{"source_ids", Tensor({"batch", "key"}, {2, 3}, {0, 1, 2, 2, 3, 4})}};
  const auto with_winner = [&](std::size_t id) {
    Tensor b_out({"d_out"}, {5});
    b_out.data[id] = 1000;
    p.put("b_out", b_out);
    return run("greedy_decode", model + "}", p, inputs);
  };
  expect_same(with_winner(2), {{"ids", Tensor({"batch", "query"}, {2, 1}, {2, 2})},
                               {"lengths", Tensor({"batch"}, {2}, {1, 1})}});
  expect_same(with_winner(4), {{"ids", Tensor({"batch", "query"}, {2, 3}, {4, 4, 4, 4, 4, 4})},
                               {"lengths", Tensor({"batch"}, {2}, {3, 3})}});
  EXPECT_TRUE(contains(refusal([&] { run("greedy_decode", model + R"(,"window":2})", p, inputs); }),
                       ", got \"window\""));
  EXPECT_EQ(refusal([&] { run("greedy_decode", model + R"(,"causal":"none"})", p, inputs); }),
            "expected \"causal\" to be one of \"end\", \"start\", got \"none\"");
  NamedTensors padded = inputs;
  padded.put("source_key_padding", Tensor({"key"}, {2}, {1, 1}));
  EXPECT_EQ(refusal([&] { run("greedy_decode", model + "}", p, padded); }),
            "expected source_key_padding of shape [2, 3] or [3], got [2]");
  // A single sequence, without a batch axis.
  EXPECT_EQ(run("greedy_decode", model + "}", p, {{"source_ids", Tensor({"key"}, {3}, {0, 1, 2})}})
                .at("ids")
                .shape_text(),
            "[batch 1, query 3]");
}

}  // namespace
}  // namespace attn
