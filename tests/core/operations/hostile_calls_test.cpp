// A hostile caller must not get NaN from masked values, cause hours of work or gigabytes of memory
// with a few bytes, or get the result of another call. Excepted are tables of positions and biases,
// as large as their configuration asks for: sinusoidal_positions, alibi, relative_buckets.
#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "operations/models/named_model.h"
#include "operations/operation.h"
#include "pytorch/pytorch.h"
#include "support/config_json.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

Tensor one_sequence(Index n, Index d_model, std::uint64_t seed) {
  return random_sequence(1, n, d_model, seed);
}

// TEST-CASES 15, 21
TEST(HostileCalls, ANaNInAPaddedTokenReachesNoGradient) {
  const char* config = R"({"d_model": 4, "num_heads": 2, "d_ff": 6})";
  const NamedTensors parameters = random_parameters("encoder_layer", config, 3);
  const Tensor keep({"key"}, {3}, {1, 1, 0});
  Tensor d_output = one_sequence(3, 4, 5);
  std::fill_n(d_output.data.begin() + 8, 4, 0.0f);  // the padded token's output is unused

  Tensor x = one_sequence(3, 4, 4);
  const NamedTensors expected =
      gradients("encoder_layer", config, parameters, {{"x", x}, {"key_padding", keep}},
                {{"d_output", d_output}});
  std::fill_n(x.data.begin() + 8, 4, kNaN);
  const NamedTensors got = gradients("encoder_layer", config, parameters,
                                     {{"x", x}, {"key_padding", keep}}, {{"d_output", d_output}});
  for (const auto& [name, gradient] : expected) {
    EXPECT_TRUE(identical(got.at(name), gradient)) << name;
  }
}

// TEST-CASES 21
TEST(HostileCalls, ANaNBiasAtMaskedDistancesChangesNothing) {
  const char* config =
      R"({"d_model": 4, "num_heads": 1, "causal": "end", "attention_positions": "relative_buckets",
          "num_buckets": 8, "max_distance": 16})";
  const NamedTensors clean = random_parameters("multi_head", config, 3);
  NamedTensors odd = clean;
  Tensor table = clean.at("relative_bias");
  std::fill(table.data.begin() + 4, table.data.end(), kNaN);  // keys after the query
  odd.put("relative_bias", table);
  const NamedTensors inputs{{"query", one_sequence(3, 4, 1)}};
  EXPECT_TRUE(identical(run("multi_head", config, odd, inputs).at("output"),
                        run("multi_head", config, clean, inputs).at("output")));
}

TEST(HostileCalls, EmptyTensorsOfHugeExtentsAreRefusedAtOnce) {
  const auto said = [](const char* operation, const char* config, NamedTensors inputs) {
    return refusal([&] { run(operation, config, {}, inputs); });
  };
  const auto expected = [](const char* name, const char* shape) {
    return std::string("expected the nonzero extents of \"") + name +
           "\", which has no elements, to multiply to at most 65536, got " + shape;
  };
  const Tensor heads({"batch", "head", "n", "d"}, {20000000, 1, 0, 1});
  EXPECT_EQ(said("scaled_dot_product", "{}", {{"q", heads}, {"k", heads}, {"v", heads}}),
            expected("q", "[20000000, 1, 0, 1]"));
  EXPECT_EQ(said("rotary", "{}", {{"x", Tensor({"a", "b", "c"}, {20000000, 0, 4})}}),
            expected("x", "[20000000, 0, 4]"));
  constexpr Index kHuge = 2147483647;
  EXPECT_EQ(said("softmax", "{}", {{"scores", Tensor({"a", "b", "c", "d"}, {kHuge, kHuge, 0, 4})}}),
            expected("scores", "[2147483647, 2147483647, 0, 4]"));
  // TEST-CASES 41
  const Tensor none({"batch", "query", "d_model"}, {0, 5, 4});
  const char* config = R"({"d_model": 4, "num_heads": 1})";
  EXPECT_EQ(
      refusal([&] {
        run("encoder_layer", R"({"d_model": 4, "num_heads": 1, "d_ff": 2})",
            random_parameters("encoder_layer", R"({"d_model": 4, "num_heads": 1, "d_ff": 2})", 1),
            {{"x", Tensor({"query", "d_model"}, {0, 4})}});
      }),
      "nothing was refused");
  EXPECT_EQ(refusal([&] {
              run("multi_head", config, random_parameters("multi_head", config, 1),
                  {{"query", none}});
            }),
            "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 4 "
            "and at least one batch item, got [batch 0, query 5, d_model 4]");
}

TEST(HostileCalls, AMegabyteLongNameIsNotEchoed) {
  const std::string name(1 << 20, 'a');
  const Tensor x({name, "column"}, {1, 1}, {0});
  const auto expect_short = [](const std::string& message) {
    EXPECT_LT(message.size(), 5000U) << message.substr(0, 100);
    EXPECT_TRUE(contains(message, "aaa..."));
  };
  expect_short(refusal([&] { run("mean_of_heads", "{}", {}, {{"x", x}}); }));
  expect_short(refusal([&] { run("softmax", "{}", {}, {{"scores", x}, {name, x}}); }));
  expect_short(refusal([&] { run("linear", "{}", {{"w", x}, {name, x}}, {{"x", x}}); }));
}

TEST(HostileCalls, RefusesEmptyParametersThatImplyAHugeState) {
  const Tensor empty({"d_in", "d_out"}, {60000, 0});
  EXPECT_TRUE(contains(refusal([&] {
                         to_pytorch(
                             "MultiheadAttention",
                             {{"w_q", empty}, {"w_k", empty}, {"w_v", empty}, {"w_o", empty}});
                       }),
                       "[60000, 60000]"));
}

TEST(HostileCalls, LinearRefusesABiasThatItsConfigurationExcludes) {
  const Tensor x({"n", "d"}, {1, 1}, {2}), w({"d_in", "d_out"}, {1, 1}, {3}), b({"d"}, {1}, {7});
  EXPECT_EQ(refusal([&] { run("linear", R"({"bias": false})", {{"w", w}, {"b", b}}, {{"x", x}}); }),
            "expected no parameter \"b\" with bias false, got one");
  EXPECT_EQ(refusal([&] { run("linear", R"({"bias": true})", {{"w", w}}, {{"x", x}}); }),
            "expected a parameter \"b\" with bias true, got none");
}

TEST(HostileCalls, RandomFeaturesThatTakeHoursOrGigabytesAreRefusedAtOnce) {
  const auto said = [](Index d_head, Index num_features, const char* orthogonal) {
    const Tensor row({"batch", "head", "n", "d"}, {1, 1, 1, d_head},
                     std::vector<float>(static_cast<std::size_t>(d_head), 1));
    const std::string config = R"({"num_features": )" + std::to_string(num_features) +
                               R"(, "orthogonal": )" + orthogonal + "}";
    return refusal(
        [&] { run("performer", config.c_str(), {}, {{"q", row}, {"k", row}, {"v", row}}); });
  };
  for (const char* orthogonal : {"true", "false"}) {
    EXPECT_EQ(said(1024, 1048576, orthogonal),
              "expected num_features of at most 1024 for d_head 1024, got 1048576");
    // Each query and each key would have 2^20 exponents.
    EXPECT_EQ(said(1, 1048576, orthogonal),
              "expected num_features of at most 16384 for d_head 1, got 1048576");
    EXPECT_EQ(said(1, 16385, orthogonal),
              "expected num_features of at most 16384 for d_head 1, got 16385");
    EXPECT_EQ(said(1, 16384, orthogonal), "nothing was refused");
  }
}

TEST(HostileCalls, AnExcessiveNumberOfNewTokensIsRefused) {
  const char* config =
      R"({"d_model": 4, "num_heads": 1, "d_ff": 4, "num_encoder_layers": 1, "vocab_size": 3,
          "num_decoder_layers": 1, "start_id": 0, "end_id": 1, "max_new": 1048576})";
  EXPECT_TRUE(contains(refusal([&] { random_parameters("greedy_decode", config, 1); }), "max_new"));
  EXPECT_EQ(read_generate({{"count", 16384}}).count, 16384);
  EXPECT_TRUE(contains(refusal([] { read_generate({{"count", 16385}}); }), "count"));
}

}  // namespace
}  // namespace attn
