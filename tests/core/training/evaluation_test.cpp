#include "training/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/refusal.h"
#include "training/cross_entropy.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

// The weights of a single example, computed without a batch or padding.
Tensor weights_of(const TokenModel& model, const Example& example, std::size_t layer) {
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;
  ModelInputs inputs;
  inputs.ids = {1, static_cast<Index>(example.ids.size()), example.ids};
  model.forward(inputs, {}, &trace);
  return trace.layers.layers[layer].attention.weights;
}

TEST(Evaluation, TheScoreOfAHeadIsItsMeanWeightOnTheRightKeys) {
  Recipe recipe = named_recipe("goes_with");
  recipe.batch = 4;
  Trainer trainer(recipe);
  trainer.step(20);
  const std::vector<Example> examples = trainer.task().held_out(30);
  const Evaluation evaluation = trainer.evaluate(examples);
  ASSERT_EQ(evaluation.heads.size(), 5);  // four in the first layer, one in the second

  for (const std::size_t index : {std::size_t{2}, std::size_t{4}}) {
    const TrainedHeadScores& head = evaluation.heads[index];
    const std::size_t layer = index == 4 ? 1 : 0;
    EXPECT_EQ(head.attention, layer == 1 ? "layers.1.attention" : "layers.0.attention");
    std::vector<double> weight(trainer.task().relations().size()), count = weight;
    double right = 0, rows = 0, popular = 0, on_right_keys = 0;
    for (const Example& example : examples) {
      const Tensor weights = weights_of(trainer.model(), example, layer);
      const auto head_weights = weights.matrix(head.head);
      for (const HeadRelation& relation : example.relations) {  // one for each word
        const auto kind = static_cast<std::size_t>(relation.kind);
        const auto on_key = double{head_weights(relation.query, relation.key)};
        weight[kind] += on_key;
        on_right_keys += on_key;
        ++count[kind];
        Index largest;
        head_weights.row(relation.query).maxCoeff(&largest);
        right += largest == relation.key;
        ++rows;
      }
      double max = 0;
      for (Index column = 0; column < head_weights.cols(); ++column) {
        double looks = 0;
        for (Index row = 0; row < head_weights.rows(); ++row) {
          Index largest;
          head_weights.row(row).maxCoeff(&largest);
          looks += largest == column;
        }
        max = std::max(max, looks);
      }
      popular += max / static_cast<double>(head_weights.rows());
    }
    for (std::size_t kind = 0; kind < weight.size(); ++kind) {
      EXPECT_EQ(evaluation.relations[kind], static_cast<Index>(count[kind]));
      if (count[kind] == 0) continue;
      EXPECT_NEAR(head.relations[kind], weight[kind] / count[kind], 1e-5);
    }
    EXPECT_NEAR(head.rows_right, right / rows, 1e-9);
    EXPECT_NEAR(head.weight, on_right_keys / rows, 1e-5);
    EXPECT_NEAR(head.popular_column, popular / 30, 1e-9);
  }
}

// Two keys of one kind, as after two earlier occurrences of a letter, are counted together.
TEST(Evaluation, SeveralRightKeysOfAQueryCountTogether) {
  const Trainer trainer(named_recipe("induction"));
  Example example = trainer.task().held_out(1).front();
  const Index query = static_cast<Index>(example.ids.size()) - 1;
  example.relations.clear();
  for (Index key = 0; key <= query; ++key) example.relations.push_back({1, query, key});
  const Evaluation evaluation = trainer.evaluate({example});
  EXPECT_EQ(evaluation.relations, (std::vector<Index>{0, 1}));
  for (const TrainedHeadScores& head : evaluation.heads) {
    EXPECT_NEAR(head.relations[1], 1, 1e-6);
    EXPECT_EQ(head.relations[0], 0);
    EXPECT_EQ(head.rows_right, 1);
    EXPECT_NEAR(head.weight, 1, 1e-6);
  }
}

// In "aba" the last "a" looks at "b" as the token before it, and as the one after the first "a".
TEST(Evaluation, AKeyOfTwoKindsOfRelationCountsOnceInTheWeight) {
  TaskOptions options;
  options.text = "abacabadabacabaeabacabadabacabafabacabadabacabaeabacabadabacabag";
  options.length = 8;
  Recipe recipe = named_recipe("characters");
  recipe.task_options = options;
  const Trainer trainer(recipe);
  const Example example = trainer.task().parse("aba");
  ASSERT_EQ(example.relations.size(), 3);
  const Evaluation evaluation = trainer.evaluate({example});
  for (const TrainedHeadScores& head : evaluation.heads) {
    const Tensor weights =
        weights_of(trainer.model(), example, head.attention == "layers.0.attention" ? 0 : 1);
    const auto w = weights.matrix(head.head);
    EXPECT_NEAR(head.relations[0], (double{w(1, 0)} + double{w(2, 1)}) / 2, 1e-6);
    EXPECT_NEAR(head.relations[1], w(2, 1), 1e-6);
    EXPECT_NEAR(head.weight, (double{w(1, 0)} + double{w(2, 1)}) / 2, 1e-6);
  }
}

TEST(Evaluation, TheRelationsOfAnExampleMayBeInAnyOrder) {
  const Trainer trainer(named_recipe("induction"));
  std::vector<Example> examples = trainer.task().held_out(3);
  const Evaluation expected = trainer.evaluate(examples);
  for (Example& example : examples) {
    std::reverse(example.relations.begin(), example.relations.end());
  }
  const Evaluation got = trainer.evaluate(examples);
  EXPECT_EQ(got.relations, expected.relations);
  for (std::size_t i = 0; i < expected.heads.size(); ++i) {
    for (std::size_t kind = 0; kind < 2; ++kind) {
      EXPECT_NEAR(got.heads[i].relations[kind], expected.heads[i].relations[kind], 1e-12);
    }
    EXPECT_EQ(got.heads[i].rows_right, expected.heads[i].rows_right);
    EXPECT_NEAR(got.heads[i].weight, expected.heads[i].weight, 1e-12);
  }
}

TEST(Evaluation, CountsLabelsExamplesAndCategories) {
  Trainer trainer(named_recipe("goes_with"));
  const std::vector<Example> examples = trainer.task().held_out(70);
  const Evaluation evaluation = trainer.evaluate(examples);
  Index asked = 0;
  for (const Example& example : examples) {
    for (const Index label : example.labels) asked += label >= 0;
  }
  EXPECT_EQ(evaluation.labels.count, asked);
  EXPECT_EQ(evaluation.examples.count, 70);
  Index right = 0, count = 0;
  for (const Share& category : evaluation.categories) {
    right += category.right;
    count += category.count;
  }
  EXPECT_EQ(right, evaluation.labels.right);
  EXPECT_EQ(count, asked);
}

TEST(Evaluation, RefusesBatchesWithoutExamples) {
  const Trainer trainer(named_recipe("goes_with"));
  const std::vector<Example> examples = trainer.task().held_out(2);
  for (const Index at_once : {0, -1}) {
    EXPECT_EQ(refusal([&] { evaluate(trainer.model(), trainer.task(), examples, at_once); }),
              "expected at_once of at least 1, got " + std::to_string(at_once));
  }
}

TEST(Evaluation, ALabelIsRightIfItsLogitIsTheFirstOfTheLargest) {
  const std::vector<float> logits = {0, 2, 1, 5, 3, 5};
  const auto right = [&](Index classes, const std::vector<Index>& labels) {
    const Share share = right_labels(logits.data(), classes, labels);
    return std::pair(share.right, share.count);
  };
  for (Index label = 0; label < 6; ++label) {
    EXPECT_EQ(right(6, {label}), (std::pair<Index, Index>(label == 3, 1))) << label;
  }
  EXPECT_EQ(right(3, {1, 0}), (std::pair<Index, Index>(2, 2)));
  EXPECT_EQ(right(3, {0, 2}), (std::pair<Index, Index>(0, 2)));
  EXPECT_EQ(right(3, {kIgnored, 0}), (std::pair<Index, Index>(1, 1)));
}

}  // namespace
}  // namespace attn
