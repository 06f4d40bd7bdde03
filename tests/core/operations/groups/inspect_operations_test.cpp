// Compares sentence_embedding, row_detail, weights_row, mean_of_heads and difference with the
// functions that they call, and with explicit sums.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "analysis/weights/weights_row.h"
#include "attention/multi_head.h"
#include "attention/row_detail.h"
#include "base/finite.h"
#include "core/operations/same_tensors.h"
#include "operations/operation.h"
#include "support/config_json.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

NamedTensors embed(const std::string& json) { return run("sentence_embedding", json, {}, {}); }

TEST(SentenceEmbedding, GivesEqualTokensOneVectorAndAddsPositions) {
  const NamedTensors got = embed(R"({"tokens":["the","cat","the"],"d_model":6,"seed":3})");
  const Tensor &embedding = got.at("embedding"), &position = got.at("position"), &x = got.at("x");
  const NamedTensors alone = embed(R"({"tokens":["cat"],"d_model":6,"seed":3,"positions":"none"})");
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_EQ(embedding.data[c], embedding.data[12 + c]);
    EXPECT_EQ(embedding.data[6 + c], alone.at("x").data[c]);
    EXPECT_EQ(alone.at("position").data[c], 0);
  }
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t c = 0; c < 6; ++c) {
      const double angle =
          static_cast<double>(row) / std::pow(10000.0, static_cast<double>(c / 2 * 2) / 6);
      EXPECT_NEAR(position.data[row * 6 + c], c % 2 == 0 ? std::sin(angle) : std::cos(angle), 1e-6);
      EXPECT_EQ(x.data[row * 6 + c], embedding.data[row * 6 + c] + position.data[row * 6 + c]);
    }
  }
  EXPECT_NE(embed(R"({"tokens":["cat"],"d_model":6,"seed":4})").at("embedding").data,
            alone.at("embedding").data);
}

TEST(SentenceEmbedding, HasNoRowsForNoTokens) {
  EXPECT_EQ(embed(R"({"tokens":[],"d_model":6})").at("x").shape, (std::vector<Index>{0, 6}));
}

TEST(SentenceEmbedding, RefusesTokensThatAreNotTextsOrTooMany) {
  const auto refused = [](const std::string& json) { return refusal([&] { embed(json); }); };
  EXPECT_EQ(refused(R"({"d_model":6})"), "expected \"tokens\", a list of texts, got none");
  EXPECT_TRUE(contains(refused(R"({"tokens":"cat","d_model":6})"),
                       "expected \"tokens\" to be a list of texts, got"));
  EXPECT_TRUE(contains(refused(R"({"tokens":[1,2],"d_model":6})"),
                       "expected \"tokens\" to be a list of texts, got"));
  Config::Entry tokens, d_model;
  tokens.key = "tokens";
  tokens.kind = Config::Kind::kTexts;
  tokens.texts.assign(16385, "a");
  d_model.key = "d_model";
  d_model.number = 2;
  const auto given = [&] {
    run("sentence_embedding", Config(std::vector<Config::Entry>{tokens, d_model}), {}, {});
  };
  EXPECT_EQ(refusal(given), "expected \"tokens\" with at most 16384 texts, got 16385");
  tokens.texts = {std::string(1048577, 'a')};
  EXPECT_EQ(refusal(given), "expected \"tokens\" with at most 1048576 bytes of text, got 1048577");
}

TEST(WeightsRowOperation, EqualsTheTypedCall) {
  const Tensor weights = random_tensor({"batch", "head", "query", "key"}, {2, 3, 5, 5}, 1);
  const WeightsRow row = weights_row(weights, 1, 2, 3, 4);
  expect_same(run("weights_row", R"({"batch":1,"head":2,"query":3,"max_keys":4})", {},
                  {{"weights", weights}}),
              {{"weights", row.weights},
               {"ranking", row.ranking},
               {"rest_weight", row.rest_weight},
               {"sum", row.sum},
               {"entropy", row.entropy},
               {"effective_tokens", row.effective_tokens}});
  EXPECT_EQ(run("weights_row", "{}", {}, {{"weights", weights}}).at("ranking").size(), 5);
}

TEST(RowDetailOperation, EqualsTheArithmeticOfTheGivenTrace) {
  const MultiHeadConfig config{12, 3, true};
  const Tensor x = random_sequence(2, 7, 12, 1);
  AttentionTrace trace;
  MultiHead(config, MultiHeadParameters::random(config, 5))
      .forward(x, x, x, Mask::causal_at(), {}, &trace);
  NamedTensors fields;
  for (const char* name :
       {"q", "k", "v", "scores", "masked_scores", "weights", "row_status", "context"}) {
    fields.put(name, collected(trace).at(name));
  }
  RowDetail head_detail = row_detail(trace, 1, 2, 4, 3);
  expect_same(run("row_detail", R"({"batch":1,"head":2,"query":4,"max_keys":3})", {}, fields),
              collected(head_detail));
  RowDetail mean_detail = mean_row_detail(trace, 0, 4, 7);
  expect_same(run("row_detail", R"({"query":4})", {}, fields), collected(mean_detail));
  EXPECT_TRUE(contains(refusal([] { run("row_detail", "{}", {}, {}); }), "expected a full trace"));
  for (const char* temperature : {"0", "-1"}) {
    EXPECT_EQ(refusal([&] {
                run("row_detail", std::string(R"({"head":0,"temperature":)") + temperature + "}",
                    {}, fields);
              }),
              std::string("expected a finite temperature above 0, got ") + temperature);
  }
}

TEST(MeanOfHeads, AddsTheHeadsAndDividesByTheirNumber) {
  const Tensor x({"batch", "head", "query", "key"}, {1, 2, 1, 3}, {1, 2, 3, 5, -6, 9});
  const Tensor mean = run("mean_of_heads", "{}", {}, {{"x", x}}).at("mean");
  EXPECT_EQ(mean.axes, (std::vector<std::string>{"batch", "query", "key"}));
  EXPECT_EQ(mean.shape, (std::vector<Index>{1, 1, 3}));
  EXPECT_EQ(mean.data, (std::vector<float>{3, -2, 6}));
  EXPECT_TRUE(contains(refusal([] { run("mean_of_heads", "{}", {}, {}); }), "expected a tensor"));
}

TEST(DifferenceOperation, SubtractsNumberByNumber) {
  const Tensor a({"row"}, {3}, {1, -kInfinity, 5}), b({"row"}, {3}, {4, -kInfinity, 3});
  const Tensor got = run("difference", "{}", {}, {{"a", a}, {"b", b}}).at("difference");
  EXPECT_EQ(got.data, (std::vector<float>{-3, 0, 2}));
  EXPECT_EQ(got.axes, a.axes);
  const Tensor longer({"row"}, {4});
  EXPECT_TRUE(contains(refusal([&] { run("difference", "{}", {}, {{"a", a}, {"b", longer}}); }),
                       "expected a and b of one shape"));
}

TEST(PyTorchOperations, ConvertNamesAndLayoutsInBothDirections) {
  // PyTorch computes y = x weightᵀ, we compute y = x w.
  const Tensor in_proj({"row", "column"}, {6, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Tensor out_proj({"row", "column"}, {2, 2}, {13, 14, 15, 16});
  const NamedTensors state = {{"in_proj_weight", in_proj}, {"out_proj.weight", out_proj}};
  const char* const module = R"({"module":"MultiheadAttention"})";
  const NamedTensors ours = run("from_pytorch", module, {}, state);
  EXPECT_EQ(ours.at("w_q").data, (std::vector<float>{1, 3, 2, 4}));
  EXPECT_EQ(ours.at("w_v").data, (std::vector<float>{9, 11, 10, 12}));
  EXPECT_EQ(ours.at("w_o").data, (std::vector<float>{13, 15, 14, 16}));
  expect_same_numbers(run("to_pytorch", module, {}, ours), state);
  EXPECT_TRUE(contains(refusal([&] { run("from_pytorch", "{}", {}, state); }),
                       "expected \"module\", a text, got none"));
  EXPECT_TRUE(
      contains(refusal([&] { run("to_pytorch", R"({"module":"Linear"})", {}, ours); }), "Linear"));
}

}  // namespace
}  // namespace attn
