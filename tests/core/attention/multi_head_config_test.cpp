// The configuration of multi-head attention: the shapes that it determines, and its refusals.
#include <gtest/gtest.h>

#include "attention/multi_head.h"
#include "base/check.h"
#include "base/finite.h"
#include "support/inputs.h"
#include "support/refusal.h"

namespace attn {
namespace {

// TEST-CASES 29
TEST(MultiHeadConfig, NamesInvalidWidthsAndHeadCounts) {
  const auto message = [](auto change) {
    MultiHeadConfig config{8, 4, true};
    change(config);
    return refusal([&] { config.resolved(); });
  };
  using C = MultiHeadConfig&;
  EXPECT_EQ(message([](C c) { c.num_kv_heads = 3; }),
            "expected num_kv_heads to divide num_heads 4, got 3");
  EXPECT_EQ(message([](C c) { c.num_kv_heads = -1; }),
            "expected num_kv_heads of at least 0, got -1");
  EXPECT_EQ(message([](C c) { c.d_head = -1; }), "expected d_head of at least 0, got -1");
  EXPECT_EQ(message([](C c) { c.d_v = -2; }), "expected d_v of at least 0, got -2");
  EXPECT_EQ(message([](C c) { c.d_key = -3; }), "expected d_key of at least 0, got -3");
  EXPECT_EQ(message([](C c) { c.d_value = -4; }), "expected d_value of at least 0, got -4");
  EXPECT_EQ(message([](C c) { c.scale = kNaN; }), "expected a finite scale, got NaN");
  EXPECT_EQ(message([](C c) { c.temperature = 0; }),
            "expected a finite temperature above 0, got 0");
  EXPECT_EQ(message([](C c) { c.temperature = kNaN; }),
            "expected a finite temperature above 0, got NaN");
  EXPECT_EQ(message([](C c) { c.positions = AttentionPositions::kRotary, c.d_head = 3; }),
            "expected an even d_head, because rotary positions rotate pairs of its elements, "
            "got 3");
  EXPECT_EQ(message([](C c) {
              c.positions = AttentionPositions::kRelativeBuckets;
              c.relative_buckets.num_buckets = 2;
            }),
            "expected num_buckets of at least 4, for both directions, got 2");
  // Settings that the positions do not use are not checked, and 7 heads of 3 need not give
  // d_model 8.
  EXPECT_EQ(message([](C c) { c.rotary.base = -1, c.relative_buckets.num_buckets = 0; }),
            "nothing was refused");
  EXPECT_EQ(message([](C c) { c.num_heads = 7, c.d_head = 3; }), "nothing was refused");
}

// TEST-CASES 42
TEST(MultiHeadConfig, RefusesWidthsThatOverflow) {
  MultiHeadConfig config{8, 65536, true};
  config.d_head = 65536;
  EXPECT_EQ(refusal([&] { MultiHeadParameters::random(config, 1); }),
            "expected at most 2147483647 elements, got the shape [8, 65536, 65536]");
  config.d_head = 1;
  config.d_v = 1 << 30;
  EXPECT_EQ(refusal([&] { config.resolved(); }),
            "expected at most 2147483647 elements, got the shape [8, 65536, 1073741824]");
}

TEST(MultiHeadParameters, HaveTheShapesGivenByTheConfiguration) {
  MultiHeadConfig config{10, 4, true};
  config.num_kv_heads = 2;
  config.d_head = 3;
  config.d_v = 5;
  config.d_key = 7;
  config.d_value = 6;
  config.positions = AttentionPositions::kRelativeBuckets;
  const MultiHeadParameters parameters = MultiHeadParameters::random(config, 1);
  std::string shapes;
  MultiHeadParameters::for_each(parameters, [&](const char* name, const auto& parameter) {
    shapes += std::string(name) + shape_text(parameter.rows(), parameter.cols()) + " ";
  });
  EXPECT_EQ(shapes,
            "w_q[10, 12] b_q[1, 12] w_k[7, 6] b_k[1, 6] w_v[6, 10] b_v[1, 10] w_o[20, 10] "
            "b_o[1, 10] relative_bias[32, 4] ");
  EXPECT_NEAR(parameters.relative_bias.array().square().mean(), 1, 0.4);
  EXPECT_NEAR(parameters.w_o.array().square().mean() * 15, 1, 0.4);
}

// TEST-CASES 43
TEST(MultiHeadParameters, NameARelativeBiasTableOfTheWrongShape) {
  MultiHeadConfig config{8, 2, true};
  MultiHeadParameters parameters = random_parameters(config, 1);
  parameters.relative_bias = Matrix::Zero(32, 2);
  EXPECT_EQ(refusal([&] { MultiHead(config, parameters); }),
            "expected relative_bias of shape [0, 0], got [32, 2]");
  config.positions = AttentionPositions::kRelativeBuckets;
  parameters.relative_bias = Matrix::Zero(32, 3);
  EXPECT_EQ(refusal([&] { MultiHead(config, parameters); }),
            "expected relative_bias of shape [32, 2], got [32, 3]");
}

// TEST-CASES 30, 43
TEST(MultiHeadConfig, NamesAnInputOfTheWrongWidth) {
  MultiHeadConfig config{8, 2, true};
  config.d_key = 5;
  config.d_value = 6;
  const MultiHead layer = layer_of(config);
  const Tensor query = random_sequence(2, 3, 8, 1);
  EXPECT_EQ(refusal([&] { layer.forward(query, query, query, Mask::none()); }),
            "expected key of shape [batch, key, d_key] with d_key 5 to go with query [batch 2, "
            "query 3, d_model 8], got [batch 2, query 3, d_model 8]");
  const Tensor key = random_sequence(2, 4, 5, 1);
  EXPECT_EQ(refusal([&] { layer.forward(query, key, key, Mask::none()); }),
            "expected value of shape [2, 4, 6] with d_value 6 to go with key [batch 2, query 4, "
            "d_model 5], got [batch 2, query 4, d_model 5]");
}

// TEST-CASES 43
TEST(MultiHeadOptions, RefuseMismatchedHeadsOutputsAndTraces) {
  const MultiHead layer = layer_of({8, 2, true});
  const Tensor x = random_sequence(2, 3, 8, 1);
  AttentionTrace trace;
  layer.forward(x, x, x, Mask::none(), {}, &trace);
  const auto message = [&](const MultiHeadOptions& options, const Tensor& d_output) {
    return refusal([&] { layer.backward(x, x, x, Mask::none(), options, trace, d_output); });
  };
  EXPECT_EQ(refusal([&] {
              layer.forward(x, x, x, Mask::none(),
                            {{}, TraceHooks({Intervention::head_off("", 2)})});
            }),
            "expected an index of context with shape [2, 2, 3, 4], got [all, 2]");
  EXPECT_EQ(message({{1.5, 0}, {}}, x),
            "expected a dropout probability of at least 0 and below 1, got 1.5");
  EXPECT_EQ(message({}, random_sequence(2, 4, 8, 1)),
            "expected d_output of shape [2, 3, 8], got [2, 4, 8]");
  EXPECT_EQ(message({}, x), "nothing was refused");
  for (Tensor AttentionTrace::* field : {&AttentionTrace::q, &AttentionTrace::k, &AttentionTrace::v,
                                         &AttentionTrace::weights, &AttentionTrace::concat}) {
    const Tensor original = trace.*field;
    trace.*field = Tensor();
    EXPECT_TRUE(contains(message({}, x), "expected the trace's "));
    trace.*field = original;
  }
}

// TEST-CASES 42: 2^32 scores, with position biases, which only a trace holds.
TEST(MultiHeadOptions, RefuseATraceWithTooManyScoresBeforeAllocating) {
  MultiHeadConfig config{1, 1, false};
  config.positions = AttentionPositions::kAlibi;
  const Tensor x({"query", "d_model"}, {65536, 1});
  AttentionTrace trace;
  EXPECT_EQ(refusal([&] { layer_of(config).forward(x, x, x, Mask::none(), {}, &trace); }),
            "expected at most 2147483647 elements, got the shape [1, 1, 65536, 65536]");
}

}  // namespace
}  // namespace attn
