#include <gtest/gtest.h>

#include "base/check.h"
#include "base/finite.h"
#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "layers/feed_forward.h"
#include "ops/activation.h"
#include "ops/embedding.h"
#include "ops/layer_norm.h"
#include "ops/linear.h"
#include "ops/softmax.h"
#include "support/refusal.h"

namespace attn {
namespace {

// [2, 3, 8] as a matrix [6, 8]
Matrix rows(const Tensor& x) { return ConstMatrixMap(x.data.data(), 6, x.size() / 6); }

Tensor sequence_of(const Matrix& rows, const char* last_axis) {
  return Tensor({"batch", "query", last_axis}, {2, 3, rows.cols()},
                {rows.data(), rows.data() + rows.size()});
}

RowVector vector_of(const Tensor& tensor) { return tensor.matrix(); }

class Rows : public testing::Test {
 protected:
  const Tensor x_ = sequence(3, 1);
  const NamedTensors inputs_{{"x", x_}};
  const Tensor d_y_ = sequence(3, 7);
};

TEST_F(Rows, LinearEqualsTheTypedCall) {
  const NamedTensors p{{"w", random_tensor({"d_in", "d_out"}, {8, 3}, 2)},
                       {"b", random_tensor({"d_out"}, {3}, 3)}};
  const Matrix w = p.at("w").matrix();
  RowVector b = vector_of(p.at("b"));
  expect_same(run("linear", "{}", p, inputs_),
              {{"y", sequence_of(linear(rows(x_), w, b), "d_out")}});

  const Tensor d_y = sequence(3, 7, 3);
  Matrix d_w = Matrix::Zero(8, 3);
  RowVector d_b = RowVector::Zero(3);
  Matrix d_x = rows(x_);
  linear_backward(rows(x_), w, rows(d_y), d_x, d_w, d_b);
  expect_same(gradients("linear", "{}", p, inputs_, {{"d_y", d_y}}),
              {{"d_w", Tensor::from_matrix(d_w, "d_in", "d_out")},
               {"d_b", Tensor({"d_out"}, {3}, {d_b.data(), d_b.data() + 3})},
               {"d_x", sequence_of(d_x, "d_model")}});

  // Without a bias, with one row, and with none.
  const NamedTensors no_bias{{"w", p.at("w")}};
  EXPECT_EQ(gradients("linear", "{}", no_bias, inputs_, {{"d_y", d_y}}).size(), 2u);
  const Tensor row = random_tensor({"d_in"}, {8}, 1);
  EXPECT_EQ(run("linear", "{}", p, {{"x", row}}).at("y").shape_text(), "[d_out 3]");
  EXPECT_EQ(run("linear", "{}", p, {{"x", Tensor({"n", "d"}, {0, 8})}}).at("y").shape_text(),
            "[n 0, d_out 3]");
}

TEST_F(Rows, ConfiguredWidthsMustMatchTheTensors) {
  const NamedTensors p = random_parameters("linear", R"({"d_in":8,"d_out":3})", 1);
  EXPECT_EQ(p.at("b").data, (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(random_parameters("linear", R"({"d_in":8,"d_out":3,"bias":false})", 1).find("b"),
            nullptr);
  const auto refusal_of = [&](const char* operation, const char* config, const NamedTensors& q,
                              const NamedTensors& inputs) {
    return refusal([&] { run(operation, config, q, inputs); });
  };
  EXPECT_EQ(refusal_of("linear", R"({"d_in":7})", p, inputs_),
            "expected parameters with \"d_in\" 7, got 8");
  EXPECT_EQ(refusal_of("linear", R"({"d_out":7})", p, inputs_),
            "expected parameters with \"d_out\" 7, got 3");
  const NamedTensors norm = random_parameters("layer_norm", R"({"d_model":8})", 1);
  EXPECT_EQ(refusal_of("layer_norm", R"({"d_model":9})", norm, inputs_),
            "expected parameters with \"d_model\" 9, got 8");
  const NamedTensors table = random_parameters("embedding", R"({"vocab_size":3,"d_model":8})", 1);
  EXPECT_EQ(refusal_of("embedding", R"({"vocab_size":4})", table, {{"ids", token_ids(2)}}),
            "expected parameters with \"vocab_size\" 4, got 3");
  EXPECT_EQ(refusal([] { random_parameters("linear", R"({"d_in":8})", 1); }),
            "expected \"d_out\", a whole number from 1 to 1048576, got none");
  EXPECT_EQ(refusal([&] {
              gradients("linear", "{}", {{"w", Tensor({"a", "b"}, {7, 3})}}, inputs_,
                        {{"d_y", sequence(3, 1, 3)}});
            }),
            "expected x [n, d_in] and w [d_in, d_out] to agree on d_in, got x [6, 8] and w [7, 3]");
}

TEST_F(Rows, SoftmaxEqualsTheTypedCall) {
  Matrix weights(6, 8);
  softmax_rows(rows(x_), weights, 0.5f);
  NamedTensors trace;
  const NamedTensors inputs{{"scores", x_}};
  expect_same(run("softmax", R"({"temperature":0.5})", {}, inputs, Keep::kTrace, &trace),
              {{"weights", sequence_of(weights, "d_model")}});
  Matrix d_scores = rows(d_y_);
  softmax_backward(weights, d_scores, d_scores);
  d_scores /= 0.5f;
  expect_same(gradients("softmax", R"({"temperature":0.5})", {}, inputs, {{"d_weights", d_y_}}),
              {{"d_scores", sequence_of(d_scores, "d_model")}});
  EXPECT_EQ(refusal([&] { run("softmax", R"({"temperature":0})", {}, inputs); }),
            "expected a finite temperature above 0, got 0");
  EXPECT_EQ(refusal([&] { run("softmax", "{}", {}, {{"scores", Tensor({"q", "k"}, {2, 0})}}); }),
            "expected scores of shape [.., n] with n of at least 1, got [2, 0]");
}

TEST_F(Rows, SoftmaxFlagsFullyMaskedRows) {
  NamedTensors trace;
  run("softmax", "{}", {},
      {{"scores", Tensor({"q", "k"}, {3, 2}, {0, 1, -kInfinity, -kInfinity, kInfinity, 1})}},
      Keep::kTrace, &trace);
  expect_same(trace, {{"row_status", Tensor({"q"}, {3}, {0, 1, 2})}});
}

TEST_F(Rows, EmbeddingEqualsTheTypedCall) {
  const Tensor table = random_tensor({"token", "d_model"}, {11, 4}, 2);
  const Tensor ids({"batch", "query"}, {2, 3}, {0, 10, 3, 3, 1, 0});
  const std::vector<Index> typed_ids{0, 10, 3, 3, 1, 0};
  expect_same(run("embedding", "{}", {{"table", table}}, {{"ids", ids}}),
              {{"y", sequence_of(embedding(typed_ids, table.matrix()), "d_model")}});
  const Tensor d_y = sequence(3, 7, 4);
  Matrix d_table = Matrix::Zero(11, 4);
  embedding_backward(typed_ids, rows(d_y), d_table);
  expect_same(gradients("embedding", "{}", {{"table", table}}, {{"ids", ids}}, {{"d_y", d_y}}),
              {{"d_table", Tensor::from_matrix(d_table, "token", "d_model")}});
  EXPECT_EQ(run("embedding", "{}", {{"table", table}}, {{"ids", Tensor({"n"}, {1}, {2})}})
                .at("y")
                .shape_text(),
            "[query 1, d_model 4]");
}

TEST_F(Rows, IdsThatAreNotIntegersOrNotInTheTableAreRefused) {
  const NamedTensors p{{"table", Tensor({"token", "d_model"}, {3, 2})}};
  for (const float id : {kNaN, kInfinity, -kInfinity, 0.5f, 1e9f}) {
    EXPECT_EQ(
        refusal([&] { run("embedding", "{}", p, {{"ids", Tensor({"n"}, {1}, {id})}}); }),
        "expected ids to hold only whole numbers up to 16777216, got " + plain_text(double{id}));
  }
  for (const float id : {-1.0f, 3.0f, 16777216.0f}) {
    const NamedTensors inputs{{"ids", Tensor({"n"}, {1}, {id})}};
    const std::string expected = "expected an id in 0 .. vocab_size - 1 with vocab_size 3, got " +
                                 integer_text(static_cast<std::int64_t>(id)) + " at position 0";
    EXPECT_EQ(refusal([&] { run("embedding", "{}", p, inputs); }), expected);
    EXPECT_EQ(refusal([&] {
                gradients("embedding", "{}", p, inputs, {{"d_y", Tensor({"n", "d"}, {1, 2})}});
              }),
              expected);
  }
  EXPECT_EQ(refusal([&] { run("embedding", "{}", p, {{"ids", sequence(2, 1)}}); }),
            "expected ids of shape [batch, n] or [n], got [2, 2, 8]");
}

TEST_F(Rows, NormsEqualTheTypedCalls) {
  for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
    const char* name = kind == NormKind::kLayer ? "layer_norm" : "rms_norm";
    NamedTensors p{{"gamma", random_tensor({"d_model"}, {8}, 2)}};
    if (kind == NormKind::kLayer) p.put("beta", random_tensor({"d_model"}, {8}, 3));
    NormParameters typed{vector_of(p.at("gamma")), {}};
    if (kind == NormKind::kLayer) typed.beta = vector_of(p.at("beta"));
    const char* config = R"({"epsilon":0.25})";
    expect_same(run(name, config, p, inputs_),
                {{"y", sequence_of(normalize(kind, rows(x_), typed, 0.25f), "d_model")}});
    NormGradients d = normalize_backward(kind, rows(x_), typed, 0.25f, rows(d_y_));
    NamedTensors expected = collected(d.parameters, "d_");
    expected.put("d_x", sequence_of(d.d_x, "d_model"));
    expect_same_numbers(gradients(name, config, p, inputs_, {{"d_y", d_y_}}), expected);
    expect_same(run(name, "{}", p, inputs_),
                {{"y", sequence_of(normalize(kind, rows(x_), typed, 1e-5f), "d_model")}});
  }
  EXPECT_EQ(random_parameters("rms_norm", R"({"d_model":8})", 1).size(), 1u);
}

TEST_F(Rows, ActivationsEqualTheTypedCalls) {
  const std::pair<const char*, Activation> kinds[] = {{"relu", Activation::kRelu},
                                                      {"gelu", Activation::kGelu},
                                                      {"gelu_tanh", Activation::kGeluTanh},
                                                      {"silu", Activation::kSilu}};
  for (const auto& [word, kind] : kinds) {
    const std::string config = R"({"kind":")" + std::string(word) + "\"}";
    expect_same(run("activation", config, {}, inputs_),
                {{"y", sequence_of(activate(kind, rows(x_)), "d_model")}});
    expect_same(gradients("activation", config, {}, inputs_, {{"d_y", d_y_}}),
                {{"d_x", sequence_of(activate_backward(kind, rows(x_), rows(d_y_)), "d_model")}});
  }
}

TEST_F(Rows, FeedForwardEqualsTheTypedCall) {
  const std::vector<Sample> all = samples();
  const Sample& s = sample(all, "feed_forward");
  const NamedTensors p = parameters_of(s);
  const FeedForwardConfig config{8, 12, Activation::kSilu, true, true};
  const FeedForward layer(config, distributed<FeedForwardParameters>(p));
  FeedForwardTrace trace;
  NamedTensors got_trace;
  expect_same(run("feed_forward", s.config, p, inputs_, Keep::kTrace, &got_trace),
              {{"y", layer.forward(x_, &trace)}});
  expect_same(got_trace, collected(trace));
  FeedForwardGradients d = layer.backward(x_, trace, d_y_);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_x", d.d_x);
  expect_same_numbers(gradients("feed_forward", s.config, p, inputs_, {{"d_y", d_y_}}), expected);
  FeedForwardParameters drawn = FeedForwardParameters::random(config, 5);
  expect_same_numbers(random_parameters("feed_forward", s.config, 5), collected(drawn));
}

}  // namespace
}  // namespace attn
