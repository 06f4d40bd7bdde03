#include <gtest/gtest.h>

#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "ops/position.h"
#include "ops/relative_bias.h"
#include "support/refusal.h"
#include "support/rotate.h"

namespace attn {
namespace {

TEST(PositionOperations, SinusoidalEqualsTheTypedCall) {
  expect_same(
      run("sinusoidal_positions", R"({"n":5,"d_model":6})", {}, {}),
      {{"positions", Tensor::from_matrix(sinusoidal_positions(5, 6), "position", "d_model")}});
}

TEST(PositionOperations, RotaryEqualsTheTypedCallForEachMatrix) {
  const char* config = R"({"rotary_base":100,"rotary_interleaved":true,"first_position":3})";
  const Tensor x = random_heads(2, 3, 4, 6, "query", 1);
  Tensor y = x, d_x = random_heads(2, 3, 4, 6, "query", 2);
  const Tensor d_y = d_x;
  for (Index i = 0; i < 6; ++i) {
    rotate({100, true}, 3, y.matrix(i));
    rotate_back({100, true}, 3, d_x.matrix(i));
  }
  expect_same(run("rotary", config, {}, {{"x", x}}), {{"y", y}});
  expect_same(gradients("rotary", config, {}, {{"x", x}}, {{"d_y", d_y}}), {{"d_x", d_x}});
  Tensor rotated = x;
  for (Index i = 0; i < 6; ++i) rotate({}, 0, rotated.matrix(i));
  expect_same(run("rotary", "{}", {}, {{"x", x}}), {{"y", rotated}});
}

TEST(PositionOperations, RotaryNeedsRowsOfAnEvenWidth) {
  EXPECT_EQ(refusal([] { run("rotary", "{}", {}, {{"x", Tensor({"d"}, {4})}}); }),
            "expected x of shape [.., n, d_head], got [4]");
  EXPECT_EQ(
      refusal([] { run("rotary", "{}", {}, {{"x", Tensor({"n", "d"}, {2, 3})}}); }),
      "expected an even d_head, because rotary positions rotate pairs of its elements, got 3");
}

TEST(PositionOperations, AlibiEqualsTheTypedCall) {
  Tensor bias({"head", "query", "key"}, {3, 4, 5});
  for (Index head = 0; head < 3; ++head) {
    add_alibi(alibi_slopes(3)[static_cast<std::size_t>(head)], bias.matrix(head));
  }
  expect_same(run("alibi", R"({"num_heads":3,"n_query":4,"n_key":5})", {}, {}), {{"bias", bias}});
}

TEST(PositionOperations, RelativeBucketsEqualTheTypedCalls) {
  const std::vector<Sample> all = samples();
  const Sample& s = sample(all, "relative_buckets");
  const NamedTensors p = parameters_of(s);
  const RelativeBuckets buckets{8, 20, false};
  Tensor bias({"head", "query", "key"}, {3, 4, 5});
  const Tensor d_bias = random_tensor(bias.axes, bias.shape, 7);
  Matrix d_table = Matrix::Zero(8, 3);
  for (Index head = 0; head < 3; ++head) {
    add_relative_bias(buckets, p.at("relative_bias").matrix(), head, bias.matrix(head));
    add_relative_bias_backward(buckets, d_bias.matrix(head), head, d_table);
  }
  expect_same(run("relative_buckets", s.config, p, {}), {{"bias", bias}});
  expect_same(gradients("relative_buckets", s.config, p, {}, {{"d_bias", d_bias}}),
              {{"d_relative_bias", Tensor::from_matrix(d_table, "bucket", "head")}});
}

TEST(PositionOperations, TheBucketTableDeterminesTheNumberOfHeads) {
  const char* config = R"({"n_query":2,"n_key":2,"num_buckets":8})";
  EXPECT_EQ(refusal([&] { random_parameters("relative_buckets", config, 1); }),
            "expected \"num_heads\", to draw relative_bias, got none");
  for (const char* buckets : {R"("num_buckets":1)", R"("num_buckets":8,"max_distance":1)"}) {
    const std::string wrong =
        std::string(R"({"n_query":2,"n_key":2,"num_heads":2,)") + buckets + "}";
    const NamedTensors table{{"relative_bias", Tensor({"bucket", "head"}, {8, 2})}};
    const std::string expected = refusal([&] { run("relative_buckets", wrong, table, {}); });
    EXPECT_TRUE(contains(expected, "expected num_buckets") ||
                contains(expected, "expected max_distance"))
        << expected;
    EXPECT_EQ(refusal([&] { random_parameters("relative_buckets", wrong, 1); }), expected);
  }
  const NamedTensors p{{"relative_bias", Tensor({"bucket", "head"}, {8, 5})}};
  EXPECT_EQ(run("relative_buckets", config, p, {}).at("bias").shape_text(),
            "[head 5, query 2, key 2]");
  EXPECT_EQ(refusal([&] {
              run("relative_buckets", R"({"n_query":2,"n_key":2,"num_buckets":8,"num_heads":4})", p,
                  {});
            }),
            "expected relative_bias of shape [8, 4], got [8, 5]");
}

}  // namespace
}  // namespace attn
