// `inspect` returns the same as the trace, row_detail and average_heads of the same call.
#include "operations/inspect.h"

#include <gtest/gtest.h>

#include <string>

#include "attention/head_layout.h"
#include "attention/multi_head.h"
#include "attention/row_detail.h"
#include "attention/scaled_dot_product.h"
#include "core/operations/same_tensors.h"
#include "operations/models/prepared.h"
#include "operations/operation.h"
#include "ops/mask_patterns.h"
#include "support/config_json.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

const Config kConfig = config_json(
    R"({"d_model":12,"num_heads":3,"causal":"end","temperature":1.5,"need_weights":false})");

NamedTensors inputs() { return {{"query", random_sequence(2, 7, 12, 1)}}; }

// The same layer through the typed functions.
AttentionTrace typed_trace(const Mask& mask) {
  MultiHeadConfig config{12, 3, true};
  config.temperature = 1.5f;
  const Tensor x = random_sequence(2, 7, 12, 1);
  AttentionTrace trace;
  MultiHead(config, MultiHeadParameters::random(config, 5)).forward(x, x, x, mask, {}, &trace);
  return trace;
}

InspectOptions options_of(const char* json) { return read_inspect_options(config_json(json)); }

TEST(Inspect, ReturnsTheTraceTheRowAndTheMeanOfOneCall) {
  const Prepared model("multi_head", kConfig, 5);
  AttentionTrace expected = typed_trace(Mask::causal_at());
  const Inspection got =
      model.inspect(inputs(), options_of(R"({"batch":1,"head":2,"query":4,"max_keys":[3,0]})"));
  expect_same(got.outputs, {{"output", expected.output}});
  expect_same(got.mean, {{"weights", average_heads(expected.weights)}});
  ASSERT_EQ(got.rows.size(), 2U);
  RowDetail first = row_detail(expected, 1, 2, 4, 3, 1.5f);
  RowDetail second = row_detail(expected, 1, 2, 4, 0, 1.5f);
  expect_same(got.rows[0], collected(first));
  expect_same(got.rows[1], collected(second));
  expect_same(got.trace, collected(expected));
}

TEST(Inspect, ReturnsTheMeanOverHeadsWithoutAHead) {
  const Prepared model("multi_head", kConfig, 5);
  const AttentionTrace expected = typed_trace(Mask::causal_at());
  const Inspection got = model.inspect(inputs(), options_of(R"({"query":6,"keep":"outputs"})"));
  RowDetail row = mean_row_detail(expected, 0, 6, 7);
  ASSERT_EQ(got.rows.size(), 1U);
  expect_same(got.rows[0], collected(row));
  expect_same(got.mean, {{"scores", average_heads(expected.scores)},
                         {"masked_scores", average_heads(expected.masked_scores)},
                         {"weights", average_heads(expected.weights)}});
  EXPECT_TRUE(got.trace.empty());
}

TEST(Inspect, TakesAMaskForOneCall) {
  const Prepared model("multi_head", kConfig, 5);
  const auto weights = [&](const char* json) {
    return model.inspect(inputs(), options_of(json)).trace.at("weights");
  };
  const Tensor causal = typed_trace(Mask::causal_at()).weights;
  EXPECT_TRUE(identical(weights(R"({"keep":"weights"})"), causal));
  EXPECT_TRUE(identical(weights(R"({"causal":"none"})"), typed_trace(Mask::none()).weights));
  Mask narrow;
  narrow.window = Window{1, 1};
  EXPECT_TRUE(identical(weights(R"({"causal":"none","window":1})"), typed_trace(narrow).weights));
  EXPECT_TRUE(identical(weights(R"({"keep":"weights"})"), causal));

  // Any key of a mask replaces all of the configuration's mask.
  EXPECT_TRUE(identical(weights(R"({"window":1})"), typed_trace(narrow).weights));
  Mask prefix = Mask::causal_at();
  prefix.prefix = 2;
  EXPECT_TRUE(identical(weights(R"({"prefix":2})"), typed_trace(prefix).weights));
  Mask block;
  block.attend = block_attend(7, 7, 3);
  EXPECT_TRUE(identical(weights(R"({"block":3})"), typed_trace(block).weights));
}

// A mask among the inputs combines with the mask of this call.
TEST(Inspect, CombinesItsMaskWithTheInputs) {
  const Prepared model("multi_head", kConfig, 5);
  NamedTensors masked = inputs();
  Tensor attend({"query", "key"}, {7, 7});
  for (std::size_t i = 0; i < attend.data.size(); ++i) attend.data[i] = i % 3 == 0 ? 0 : 1;
  masked.put("attend", attend);
  Mask mask;
  mask.window = Window{2, 2};
  mask.attend = Attend{{1, 1, 7, 7}, {attend.data.begin(), attend.data.end()}};
  EXPECT_TRUE(identical(model.inspect(masked, options_of(R"({"window":2})")).trace.at("weights"),
                        typed_trace(mask).weights));
}

TEST(Inspect, GivesTheSameWithoutPreparing) {
  const Prepared model("multi_head", kConfig, 5);
  const InspectOptions options = options_of(R"({"head":1,"query":2,"max_keys":[2]})");
  const Inspection expected = model.inspect(inputs(), options);
  const Inspection got = inspect("multi_head", kConfig, random_parameters("multi_head", kConfig, 5),
                                 inputs(), options);
  expect_same(got.outputs, expected.outputs);
  expect_same(got.trace, expected.trace);
  expect_same(got.rows.at(0), expected.rows.at(0));
  expect_same(got.mean, expected.mean);
}

TEST(Inspect, AcceptsHeadsAsInputs) {
  const Tensor q = random_tensor({"batch", "head", "query", "d_head"}, {1, 4, 5, 3}, 1);
  const Tensor k = random_tensor({"batch", "kv_head", "key", "d_head"}, {1, 2, 6, 3}, 2);
  const Tensor v = random_tensor({"batch", "kv_head", "key", "d_v"}, {1, 2, 6, 2}, 3);
  AttentionTrace trace;
  const Tensor context = scaled_dot_product_attention(q, k, v, Mask::causal_at(), {}, &trace);
  trace.q = q;
  trace.k = k;
  trace.v = v;
  const Inspection got =
      inspect("scaled_dot_product", R"({"causal":"end"})", {}, {{"q", q}, {"k", k}, {"v", v}},
              options_of(R"({"head":3,"query":4,"max_keys":[2]})"));
  expect_same(got.outputs, {{"context", context}});
  RowDetail row = row_detail(trace, 0, 3, 4, 2);
  expect_same(got.rows.at(0), collected(row));
  expect_same(got.trace, collected(trace));
}

TEST(Inspect, RefusesOtherOperationsAndInvalidOptions) {
  const InspectOptions options;
  EXPECT_EQ(refusal([&] { inspect("softmax", "{}", {}, {}, options); }),
            "expected an operation that can be inspected, \"scaled_dot_product\", \"multi_head\", "
            "got \"softmax\"");
  const Prepared layer("encoder_layer", {{"d_model", 4}, {"num_heads", 2}, {"d_ff", 4}}, 1);
  EXPECT_EQ(refusal([&] { layer.inspect({{"x", random_sequence(1, 2, 4, 1)}}, options); }),
            "expected a model of multi_head to inspect, got a model of another operation");
  const Prepared model("multi_head", kConfig, 5);
  const auto refused = [&](const char* json) {
    return refusal([&] { model.inspect(inputs(), options_of(json)); });
  };
  EXPECT_EQ(refused(R"({"query":7})"), "expected query of at least 0 and below 7, got 7");
  EXPECT_EQ(refused(R"({"head":3})"), "expected head of at least 0 and below 3, got 3");
  EXPECT_EQ(refused(R"({"batch":2})"), "expected batch of at least 0 and below 2, got 2");
  EXPECT_EQ(refused(R"({"keep":"all"})"),
            "expected \"keep\" to be one of \"trace\", \"weights\", \"outputs\", got \"all\"");
}

}  // namespace
}  // namespace attn
