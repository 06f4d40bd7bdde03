#include <gtest/gtest.h>

#include "analysis/heads/head_patterns.h"
#include "analysis/weights/attention_distance.h"
#include "analysis/weights/attention_rollout.h"
#include "analysis/weights/row_entropy.h"
#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "support/refusal.h"

namespace attn {
namespace {

const Tensor weights = weights_of({"batch", "head", "query", "key"}, {2, 3, 5, 5});

TEST(AnalysisOperations, EqualTheTypedCalls) {
  const RowEntropy entropy = row_entropy(weights);
  expect_same(run("row_entropy", "{}", {}, {{"weights", weights}}),
              {{"entropy", entropy.entropy}, {"effective_tokens", entropy.effective_tokens}});
  expect_same(run("attention_distance", "{}", {}, {{"weights", weights}}),
              {{"distance", attention_distance(weights)}});
  const Tensor layers = weights_of({"layer", "batch", "head", "query", "key"}, {2, 2, 3, 5, 5});
  expect_same(run("attention_rollout", "{}", {}, {{"weights", layers}}),
              {{"rollout", attention_rollout(layers, true)}});
  expect_same(run("attention_rollout", R"({"residual":false})", {}, {{"weights", layers}}),
              {{"rollout", attention_rollout(layers, false)}});
}

TEST(AnalysisOperations, PatternsEqualTheTypedCallsForTheSameIds) {
  const HeadPatterns patterns = head_patterns(weights, {0, 1, 0, 1, 2});
  const NamedTensors expected{{"previous_token", patterns.previous_token},
                              {"first_token", patterns.first_token},
                              {"same_token", patterns.same_token},
                              {"induction", patterns.induction}};
  expect_same(run("head_patterns", "{}", {},
                  {{"weights", weights}, {"ids", Tensor({"k"}, {5}, {0, 1, 0, 1, 2})}}),
              expected);
  expect_same(run("head_patterns", "{}", {},
                  {{"weights", weights},
                   {"ids", Tensor({"b", "k"}, {2, 5}, {0, 1, 0, 1, 2, 0, 1, 0, 1, 2})}}),
              expected);
  expect_same(run("head_patterns", "{}", {}, {{"weights", weights}}),
              {{"previous_token", patterns.previous_token}, {"first_token", patterns.first_token}});
}

TEST(AnalysisOperations, IdsOfAnotherShapeAreRefused) {
  const auto refusal_of = [](const Tensor& ids) {
    return refusal([&] { run("head_patterns", "{}", {}, {{"weights", weights}, {"ids", ids}}); });
  };
  EXPECT_EQ(refusal_of(Tensor({"k"}, {4})), "expected ids of shape [2, 5] or [5], got [4]");
  EXPECT_EQ(refusal_of(Tensor({"b", "k"}, {1, 5})),
            "expected ids of shape [2, 5] or [5], got [1, 5]");
}

}  // namespace
}  // namespace attn
