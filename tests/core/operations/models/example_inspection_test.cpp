#include "operations/models/example_inspection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/check.h"
#include "support/refusal.h"
#include "training/evaluation.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

class ExampleInspectionTest : public testing::Test {
 protected:
  static Recipe recipe() {
    Recipe recipe = named_recipe("induction");
    recipe.batch = 2;
    return recipe;
  }
  ExampleInspection inspect(std::vector<Intervention> interventions = {},
                            Keep keep = Keep::kWeights) const {
    return inspect_example(trainer_.model(), trainer_.task(), example_, std::move(interventions),
                           keep);
  }

  Trainer trainer_{recipe()};
  Example example_ = trainer_.task().held_out(1).front();
};

TEST_F(ExampleInspectionTest, GuessesAreTheFiveLargestOfADoubleSoftmax) {
  trainer_.step(20);
  const Tensor logits = trainer_.model().forward(model_inputs(batch_of({example_})));
  const ExampleInspection found = inspect();
  const auto n = static_cast<Index>(example_.ids.size());
  const Index classes = logits.shape[2];
  ASSERT_EQ(static_cast<Index>(found.guesses.size()), n);
  for (Index i = 0; i < n; ++i) {
    const float* row = logits.data.data() + i * classes;
    double sum = 0;
    for (Index c = 0; c < classes; ++c) sum += std::exp(double{row[c]});
    std::vector<std::pair<double, Index>> all;
    for (Index c = 0; c < classes; ++c) all.emplace_back(-std::exp(double{row[c]}) / sum, c);
    std::sort(all.begin(), all.end());
    const std::vector<Guess>& guesses = found.guesses[static_cast<std::size_t>(i)];
    ASSERT_EQ(guesses.size(), 5u);
    for (std::size_t rank = 0; rank < 5; ++rank) {
      EXPECT_EQ(guesses[rank].answer, all[rank].second);
      EXPECT_NEAR(double{guesses[rank].probability}, -all[rank].first, 1e-5);
    }
  }
}

TEST_F(ExampleInspectionTest, WeightsEqualTheTrace) {
  const ExampleInspection found = inspect({}, Keep::kTrace);
  const auto n = static_cast<Index>(example_.ids.size());
  ASSERT_EQ(found.weights.size(), 2u);
  for (const auto& [name, weights] : found.weights) {
    EXPECT_EQ(weights.shape, (std::vector<Index>{1, n, n}));
    EXPECT_EQ(found.trace.at(name + ".weights").data, weights.data);
  }
  EXPECT_TRUE(inspect().trace.empty());
}

// The first layer's head looks only at its own position, so its context is its own values.
TEST_F(ExampleInspectionTest, InterventionsChangeAllLaterNumbers) {
  const auto n = static_cast<Index>(example_.ids.size());
  std::vector<float> identity(static_cast<std::size_t>(n * n));
  for (Index i = 0; i < n; ++i) identity[static_cast<std::size_t>(i * n + i)] = 1;
  const std::string layer = "layers.0.attention";
  const ExampleInspection found = inspect({{layer, "weights", {0, 0}, identity}}, Keep::kTrace);
  EXPECT_EQ(found.weights.at(layer).data, identity);
  EXPECT_EQ(found.trace.at(layer + ".context").data, found.trace.at(layer + ".v").data);
  EXPECT_NE(found.trace.at("logits").data, inspect({}, Keep::kTrace).trace.at("logits").data);
  EXPECT_TRUE(contains(refusal([&] { inspect({{layer, "weight", {}, {0}}}); }), "weight"));
}

TEST_F(ExampleInspectionTest, IdsMustBeInTheTasksVocabulary) {
  const Task& task = trainer_.task();
  EXPECT_EQ(example_of_ids(task, {1, 0}, {}).ids, (std::vector<Index>{1, 0}));
  EXPECT_EQ(example_of_ids(task, {1, 0}, {}).labels, (std::vector<Index>{-1, -1}));
  const auto refused = [&](std::vector<Index> ids, std::vector<Index> target_ids) {
    return refusal([&] { example_of_ids(task, ids, target_ids); });
  };
  const std::string max = integer_text(task.max_length());
  const std::string end = integer_text(static_cast<Index>(task.vocabulary().size()));
  const std::string expected = "expected ids of at least 0 and below " + end + ", got ";
  EXPECT_EQ(refused({}, {}), "expected 1 to " + max + " ids, got 0");
  EXPECT_EQ(refused({0, -1}, {}), expected + "-1 at position 1 of batch item 0");
  EXPECT_EQ(refused({static_cast<Index>(task.vocabulary().size())}, {}),
            expected + end + " at position 0 of batch item 0");
  EXPECT_EQ(refused({0}, {0}),
            "expected no target_ids for a task without a decoder, got target_ids");
  const auto translation = make_task("translation", {});
  EXPECT_EQ(refusal([&] { example_of_ids(*translation, {0}, {}); }),
            "expected target_ids for a task with a decoder, got none");
}

}  // namespace
}  // namespace attn
