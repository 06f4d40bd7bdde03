#include <gtest/gtest.h>

#include <utility>

#include "attention/head_layout.h"
#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/check.h"
#include "base/finite.h"
#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "ops/mask_patterns.h"
#include "support/refusal.h"
#include "support/sliding_window.h"

namespace attn {
namespace {

// The samples' mask: all kinds at once, for 5 queries and 6 keys.
Mask sample_mask(const NamedTensors& inputs) {
  const auto allowed = [&](const char* name) {
    const std::vector<float>& data = inputs.at(name).data;
    return std::vector<std::uint8_t>(data.begin(), data.end());
  };
  Mask mask = Mask::causal_at(CausalAlignment::kStart);
  mask.prefix = 1;
  mask.attend = both(sliding_window_attend(5, 6, 4), block_attend(5, 6, 4));
  mask.attend = both(*mask.attend, {{1, 1, 5, 6}, allowed("attend")});
  mask.attend = both(*mask.attend, key_padding_attend(allowed("key_padding"), 2, 5, 6));
  mask.score_bias = inputs.at("score_bias");
  return mask;
}

TEST(ScaledDotProductOperation, EqualsTheTypedCallBitForBit) {
  const Sample& s = sample(all_samples, "scaled_dot_product");
  const Tensor &q = s.inputs.at("q"), &k = s.inputs.at("k"), &v = s.inputs.at("v");
  const Mask mask = sample_mask(s.inputs);
  AttentionOptions options;
  options.scale = 0.7f;
  options.temperature = 1.5f;
  options.dropout = {0.2, 9};

  AttentionTrace trace;
  const Tensor context = scaled_dot_product_attention(q, k, v, mask, options, &trace);
  NamedTensors got_trace;
  expect_same(run("scaled_dot_product", s.config, {}, s.inputs, Keep::kTrace, &got_trace),
              {{"context", context}});
  expect_same(got_trace, collected(trace));

  const Tensor d_context = random_tensor(context.axes, context.shape, 7);
  const AttentionGradients d =
      scaled_dot_product_attention_backward(q, k, v, mask, options, trace.weights, d_context);
  expect_same(gradients("scaled_dot_product", s.config, {}, s.inputs, {{"d_context", d_context}}),
              {{"d_q", d.d_q}, {"d_k", d.d_k}, {"d_v", d.d_v}, {"d_score_bias", d.d_score_bias}});
}

TEST(ScaledDotProductOperation, DefaultsEqualThoseOfTheTypedCall) {
  const NamedTensors inputs = heads(3, 4);
  expect_same(run("scaled_dot_product", "{}", {}, inputs),
              {{"context", scaled_dot_product_attention(inputs.at("q"), inputs.at("k"),
                                                        inputs.at("v"), Mask::none())}});
}

// The keys that the samples of multi_head and multi_head_step share.
MultiHeadConfig sample_heads() {
  MultiHeadConfig config;
  config.d_model = 8;
  config.num_heads = 4;
  config.num_kv_heads = 2;
  config.d_head = 2;
  config.scale = 0.7f;
  config.temperature = 1.5f;
  return config;
}

MultiHeadConfig sample_config() {
  MultiHeadConfig config = sample_heads();
  config.d_v = 3;
  config.d_key = 5;
  config.d_value = 7;
  config.positions = AttentionPositions::kRelativeBuckets;
  config.relative_buckets = {8, 20, false};
  return config;
}

TEST(MultiHeadOperation, EqualsTheTypedCallBitForBit) {
  const Sample& s = sample(all_samples, "multi_head");
  const NamedTensors parameters = parameters_of(s);
  const MultiHead layer(sample_config(), distributed<MultiHeadParameters>(parameters));
  const Tensor &query = s.inputs.at("query"), &key = s.inputs.at("key"),
               &value = s.inputs.at("value");
  const Mask mask = sample_mask(s.inputs);
  MultiHeadOptions options;
  options.dropout = {0.2, 9};
  options.hooks = TraceHooks({Intervention::head_off("", 1)});

  AttentionTrace trace;
  const Tensor output = layer.forward(query, key, value, mask, options, &trace);
  NamedTensors got_trace;
  expect_same(run("multi_head", s.config, parameters, s.inputs, Keep::kTrace, &got_trace),
              {{"output", output}, {"weights", average_heads(trace.weights)}});
  expect_same(got_trace, collected(trace));

  const Tensor d_output = random_tensor(output.axes, output.shape, 7);
  MultiHeadGradients d = layer.backward(query, key, value, mask, options, trace, d_output);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_query", d.d_query);
  expected.put("d_key", d.d_key);
  expected.put("d_value", d.d_value);
  expected.put("d_score_bias", d.d_score_bias);
  expect_same_numbers(
      gradients("multi_head", s.config, parameters, s.inputs, {{"d_output", d_output}}), expected);
}

TEST(MultiHeadOperation, DrawsTheTypedParameters) {
  MultiHeadParameters typed = MultiHeadParameters::random(sample_config(), 5);
  const NamedTensors drawn =
      random_parameters("multi_head", sample(all_samples, "multi_head").config, 5);
  expect_same_numbers(drawn, collected(typed));
  EXPECT_EQ(drawn.at("w_q").axes, (std::vector<std::string>{"d_in", "d_out"}));
  EXPECT_EQ(drawn.at("b_q").axes, (std::vector<std::string>{"d_out"}));
  EXPECT_EQ(drawn.at("relative_bias").axes, (std::vector<std::string>{"bucket", "head"}));
}

constexpr const char* kPlain = R"({"d_model":8,"num_heads":2})";

TEST(MultiHeadOperation, ReturnsWeightsPerHeadUnlessTheMeanIsRequested) {
  const NamedTensors parameters = random_parameters("multi_head", kPlain, 5);
  const Tensor x = sequence(3, 1);
  const Tensor weights = run("multi_head", kPlain, parameters, {{"query", x}}).at("weights");
  EXPECT_EQ(weights.shape_text(), "[batch 2, head 2, query 3, key 3]");
  const Tensor mean = run("multi_head", R"({"d_model":8,"num_heads":2,"average_weights":true})",
                          parameters, {{"query", x}})
                          .at("weights");
  EXPECT_EQ(mean.shape_text(), "[batch 2, query 3, key 3]");
  EXPECT_TRUE(identical(mean, average_heads(weights)));
}

// key defaults to query and value to key; their gradients add up.
TEST(MultiHeadOperation, AnOmittedInputDefaultsToTheOneBeforeIt) {
  const NamedTensors parameters = random_parameters("multi_head", kPlain, 5);
  const Tensor x = sequence(3, 1), memory = sequence(3, 2);
  const auto output = [&](const NamedTensors& inputs) {
    return run("multi_head", kPlain, parameters, inputs).at("output");
  };
  EXPECT_TRUE(identical(output({{"query", x}}), output({{"query", x}, {"key", x}, {"value", x}})));
  EXPECT_TRUE(identical(output({{"query", x}, {"key", memory}}),
                        output({{"query", x}, {"key", memory}, {"value", memory}})));

  const NamedTensors d_outputs{{"d_output", sequence(3, 7)}};
  const NamedTensors all = gradients("multi_head", kPlain, parameters,
                                     {{"query", x}, {"key", x}, {"value", x}}, d_outputs);
  const auto sum_of = [&](const char* a, const char* b) {
    Tensor sum = all.at(a);
    sum.matrix(0) += all.at(b).matrix(0);
    sum.matrix(1) += all.at(b).matrix(1);
    return sum;
  };
  const NamedTensors from_two_inputs =
      gradients("multi_head", kPlain, parameters, {{"query", x}, {"key", x}}, d_outputs);
  EXPECT_TRUE(identical(from_two_inputs.at("d_query"), all.at("d_query")));
  EXPECT_TRUE(identical(from_two_inputs.at("d_key"), sum_of("d_key", "d_value")));
  EXPECT_EQ(from_two_inputs.find("d_value"), nullptr);
  const NamedTensors from_one_input =
      gradients("multi_head", kPlain, parameters, {{"query", x}}, d_outputs);
  Tensor sum = sum_of("d_key", "d_value");
  sum.matrix(0) = all.at("d_query").matrix(0) + sum.matrix(0);
  sum.matrix(1) = all.at("d_query").matrix(1) + sum.matrix(1);
  EXPECT_TRUE(all_near(from_one_input.at("d_query"), sum, 1e-6));
  EXPECT_EQ(from_one_input.find("d_key"), nullptr);
}

TEST(MultiHeadOperation, NeedsNoBatchAxis) {
  const NamedTensors parameters = random_parameters("multi_head", kPlain, 5);
  const Tensor x = random_sequence(0, 3, 8, 1);
  const Tensor bias = random_tensor({"a", "b"}, {3, 3}, 2);
  const NamedTensors results =
      run("multi_head", kPlain, parameters, {{"query", x}, {"score_bias", bias}});
  EXPECT_EQ(results.at("output").shape_text(), "[query 3, d_model 8]");
  EXPECT_EQ(results.at("weights").shape_text(), "[batch 1, head 2, query 3, key 3]");
  const NamedTensors d = gradients("multi_head", kPlain, parameters,
                                   {{"query", x}, {"score_bias", bias}}, {{"d_output", x}});
  EXPECT_EQ(d.at("d_query").shape_text(), "[query 3, d_model 8]");
  EXPECT_EQ(d.at("d_score_bias").shape_text(), "[query 3, key 3]");
}

TEST(MultiHeadOperation, SwitchingOffAMissingHeadIsRefused) {
  EXPECT_EQ(refusal([] {
              random_parameters("multi_head", R"({"d_model":8,"num_heads":2,"heads_off":[2]})", 0);
            }),
            "expected \"heads_off\" to be a list of whole numbers from 0 to 1, got [2]");
}

TEST(MultiHeadOperation, AMissingParameterIsRefusedByName) {
  NamedTensors parameters;
  for (const auto& [name, tensor] : random_parameters("multi_head", kPlain, 5)) {
    if (name != "w_k") parameters.put(name, tensor);
  }
  EXPECT_TRUE(contains(
      refusal([&] { run("multi_head", kPlain, parameters, {{"query", sequence(3, 1)}}); }), "w_k"));
}

TEST(MultiHeadStepOperation, EqualsTheTypedCallWithAndWithoutACache) {
  const std::string config = sample(all_samples, "multi_head_step").config;
  MultiHeadConfig typed_config = sample_heads();
  typed_config.positions = AttentionPositions::kAlibi;
  const NamedTensors parameters = random_parameters("multi_head_step", config, 5);
  const MultiHead layer(typed_config, distributed<MultiHeadParameters>(parameters));

  KeyValueCache cache;
  NamedTensors inputs{{"x", sequence(3, 1)}};
  for (int step = 0; step < 3; ++step) {
    AttentionTrace trace;
    const Tensor output = layer.step(inputs.at("x"), cache, &trace);
    NamedTensors got_trace;
    const NamedTensors got =
        run("multi_head_step", config, parameters, inputs, Keep::kTrace, &got_trace);
    expect_same(got,
                {{"output", output}, {"cache_k", cache.k.tensor()}, {"cache_v", cache.v.tensor()}});
    expect_same(got_trace, collected(trace));
    inputs = {{"x", sequence(1, 10 + static_cast<std::uint64_t>(step))},
              {"cache_k", got.at("cache_k")},
              {"cache_v", got.at("cache_v")}};
  }
  EXPECT_EQ(cache.length(), 5);
}

TEST(MultiHeadStepOperation, TakesASequenceWithoutABatch) {
  const NamedTensors parameters = random_parameters("multi_head_step", kPlain, 5);
  const Tensor x = random_tensor({"batch", "query", "d_model"}, {1, 3, 8}, 1);
  const auto step = [&](const Tensor& tokens) {
    NamedTensors inputs{{"x", tokens}};
    const NamedTensors first = run("multi_head_step", kPlain, parameters, inputs);
    inputs.put("cache_k", first.at("cache_k"));
    inputs.put("cache_v", first.at("cache_v"));
    return run("multi_head_step", kPlain, parameters, inputs);
  };
  const NamedTensors alone = step(Tensor({"query", "d_model"}, {3, 8}, x.data)), batch = step(x);
  EXPECT_EQ(alone.at("output").shape, (std::vector<Index>{3, 8}));
  EXPECT_EQ(alone.at("output").data, batch.at("output").data);
  EXPECT_EQ(alone.at("cache_k").data, batch.at("cache_k").data);
}

TEST(MultiHeadStepOperation, ACacheOfAnotherShapeIsRefused) {
  const Sample& s = sample(all_samples, "multi_head_step");
  const NamedTensors parameters = parameters_of(s);
  const auto refusal_of = [&](const NamedTensors& inputs) {
    return refusal([&] { run("multi_head_step", s.config, parameters, inputs); });
  };
  const Tensor x = s.inputs.at("x"), k = s.inputs.at("cache_k"), v = s.inputs.at("cache_v");
  EXPECT_EQ(refusal_of({{"x", x}, {"cache_k", k}}),
            "expected cache_k and cache_v together, got one of them");
  EXPECT_EQ(refusal_of({{"x", x}, {"cache_v", v}}),
            "expected cache_k and cache_v together, got one of them");
  const Tensor longer(k.axes, {2, 2, 4, 2}), wider(k.axes, {2, 2, 3, 3}),
      fewer(k.axes, {1, 2, 3, 2});
  EXPECT_EQ(refusal_of({{"x", x}, {"cache_k", k}, {"cache_v", longer}}),
            "expected cache_k of shape [2, 2, 3, 2] and cache_v of shape [2, 2, 3, 2], got "
            "[2, 2, 3, 2] and [2, 2, 4, 2]");
  for (const Tensor& wrong : {wider, fewer}) {
    EXPECT_TRUE(contains(refusal_of({{"x", x}, {"cache_k", wrong}, {"cache_v", v}}),
                         ", got " + shape_text(wrong.shape) + " and [2, 2, 3, 2]"));
    EXPECT_TRUE(contains(refusal_of({{"x", x}, {"cache_k", k}, {"cache_v", wrong}}),
                         ", got [2, 2, 3, 2] and " + shape_text(wrong.shape)));
  }
}

// ---- Masks, which all operations share ----

std::string refusal_with(const char* name, const Tensor& tensor) {
  NamedTensors inputs = heads(3, 4);
  inputs.put(name, tensor);
  return refusal([&] { run("scaled_dot_product", "{}", {}, inputs); });
}

TEST(MaskInputs, ASinglePaddingRowAppliesToEveryBatchItem) {
  const auto context = [](const Tensor& keep) {
    return run("scaled_dot_product", "{}", {},
               {{"q", heads(3, 4).at("q")},
                {"k", heads(3, 4).at("k")},
                {"v", heads(3, 4).at("v")},
                {"key_padding", keep}})
        .at("context");
  };
  const Tensor both_items = context(Tensor({"b", "k"}, {2, 4}, {1, 0, 1, 1, 1, 0, 1, 1}));
  EXPECT_TRUE(identical(context(Tensor({"k"}, {4}, {1, 0, 1, 1})), both_items));
  EXPECT_TRUE(identical(context(Tensor({"b", "k"}, {1, 4}, {1, 0, 1, 1})), both_items));
}

TEST(MaskInputs, ValuesOtherThan0And1AreRefused) {
  for (const float wrong : {0.5f, -1.0f, 2.0f, kNaN}) {
    EXPECT_EQ(refusal_with("key_padding", Tensor({"k"}, {4}, {1, 1, wrong, 1})),
              "expected key_padding to hold only 0 and 1, got " + plain_text(double{wrong}));
    Tensor attend({"q", "k"}, {3, 4});
    attend.data[5] = wrong;
    EXPECT_EQ(refusal_with("attend", attend),
              "expected attend to hold only 0 and 1, got " + plain_text(double{wrong}));
  }
}

TEST(MaskInputs, OtherShapesAreRefused) {
  EXPECT_EQ(refusal_with("attend", Tensor({"b", "q", "k"}, {2, 3, 4})),
            "expected attend of shape [batch, head, query, key] or [query, key], got [2, 3, 4]");
  EXPECT_EQ(refusal_with("attend", Tensor({"q", "k"}, {3, 5})),
            "expected attend of shape [batch 2 or 1, head 4 or 1, query 3, key 4], got "
            "[1, 1, 3, 5]");
  EXPECT_EQ(refusal_with("score_bias", Tensor({"k"}, {4})),
            "expected score_bias of shape [batch, head, query, key] or [query, key], got [4]");
  EXPECT_EQ(refusal_with("score_bias", Tensor({"q", "k"}, {3, 5})),
            "expected score_bias of shape [batch 2 or 1, head 4 or 1, query 3, key 4], got "
            "[1, 1, 3, 5]");
  for (const std::vector<Index>& shape :
       {std::vector<Index>{5}, {3, 4}, {2, 5}, {0, 4}, {}, {2, 1, 4}}) {
    const std::vector<std::string> axes(shape.size(), "a");
    EXPECT_EQ(refusal_with("key_padding", Tensor(axes, shape)),
              "expected key_padding of shape [2, 4] or [4], got " + shape_text(shape));
  }
}

TEST(MaskInputs, ANaNBiasIsRefused) {
  Tensor bias({"q", "k"}, {3, 4});
  bias.data[5] = kNaN;
  EXPECT_EQ(refusal_with("score_bias", bias),
            "expected score_bias to hold finite numbers or -inf, got NaN");
}

}  // namespace
}  // namespace attn
