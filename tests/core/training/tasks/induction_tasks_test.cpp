// Compares induction and needles with brute force.
#include <gtest/gtest.h>

#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

// The smallest p with ids[i] == ids[i - p] everywhere.
Index period_of(const std::vector<Index>& ids) {
  for (std::size_t p = 1; p < ids.size(); ++p) {
    bool repeats = true;
    for (std::size_t i = p; i < ids.size(); ++i) repeats = repeats && ids[i] == ids[i - p];
    if (repeats) return static_cast<Index>(p);
  }
  return static_cast<Index>(ids.size());
}

TEST(InductionTask, RepeatsARowOfDifferentLettersAndAsksOnTheRepeat) {
  const auto task = make_task("induction", {});
  std::set<Index> periods;
  check_samples(*task, [&](const Example& example) {
    expect_indices_in_range(*task, example);
    ASSERT_EQ(example.ids.size(), 23u);
    const Index p = period_of(example.ids);
    periods.insert(p);
    ASSERT_EQ(std::set<Index>(example.ids.begin(), example.ids.begin() + p).size(),
              static_cast<std::size_t>(p));
    std::vector<Index> labels;
    RelationSet relations;
    for (Index t = 0; t < 23; ++t) {
      labels.push_back(t < p ? -1 : example.ids[static_cast<std::size_t>((t + 1) % p)]);
      if (t > 0) relations.insert({0, t, t - 1});
      for (Index back = t - p; back >= 0; back -= p) relations.insert({1, t, back + 1});
    }
    ASSERT_EQ(example.labels, labels);
    ASSERT_EQ(relation_set(example), relations);
  });
  EXPECT_EQ(periods, (std::set<Index>{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(NeedleTask, AsksForTheValueOfOneKey) {
  for (const Index pairs : {3, 5, 8, 11}) {
    TaskOptions options;
    options.pairs = pairs;
    const auto task = make_task("needle", options);
    EXPECT_EQ(task->vocabulary(), make_task("induction", {})->vocabulary());
    check_samples(
        *task,
        [&](const Example& example) {
          expect_indices_in_range(*task, example);
          const Index question = 2 * pairs;
          ASSERT_EQ(static_cast<Index>(example.ids.size()), question + 1);
          ASSERT_EQ(std::set<Index>(example.ids.begin(), example.ids.end() - 1).size(),
                    example.ids.size() - 1);
          Index key = 0;
          while (example.ids[static_cast<std::size_t>(key)] != example.ids.back()) ++key;
          ASSERT_EQ(key % 2, 0);
          std::vector<Index> labels(example.ids.size(), -1);
          labels.back() = example.ids[static_cast<std::size_t>(key + 1)];
          ASSERT_EQ(example.labels, labels);
          RelationSet relations = {{1, question, key + 1}};
          for (Index t = 1; t <= question; ++t) relations.insert({0, t, t - 1});
          ASSERT_EQ(relation_set(example), relations);
        },
        kSamples / 4);
  }
}

TEST(InductionTasks, HeldOutRowsAreNeverSampled) {
  expect_held_out_is_never_sampled(*make_task("induction", {}));
  expect_held_out_is_never_sampled(*make_task("needle", {}));
  TaskOptions smallest;
  smallest.symbols = 8;
  smallest.length = 5;
  smallest.pairs = 1;
  expect_held_out_is_never_sampled(*make_task("induction", smallest));
  expect_held_out_is_never_sampled(*make_task("needle", smallest));
}

TEST(InductionTasks, TheDefaultLengthIsOneThatMayBeGiven) {
  for (Index symbols = 8; symbols <= 26; ++symbols) {
    TaskOptions options;
    options.symbols = symbols;
    const auto task = make_task("induction", options);
    EXPECT_EQ(task->max_length(), std::min<Index>(23, 2 * symbols - 1));
    options.length = task->max_length();
    EXPECT_EQ(make_task("induction", options)->max_length(), options.length);
  }
}

TEST(InductionTasks, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("induction", {})), 0xb511447e5a22c504u);
  EXPECT_EQ(hash_of_samples(*make_task("needle", {})), 0xedc01675dda05133u);
}

TEST(InductionTasks, ParseTypedLetters) {
  const auto task = make_task("induction", {});
  const Example needle = task->parse("k v m w k");
  EXPECT_EQ(text_of(needle.labels, task->vocabulary()), "- - - - v");
  EXPECT_EQ(relation_set(needle),
            (RelationSet{{0, 1, 0}, {0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {1, 4, 1}}));
  EXPECT_EQ(make_task("needle", {})->parse("k v m w k\r\n").ids, needle.ids);
  // "a" was followed by "b" and by "c", so the third "a" has no label.
  EXPECT_EQ(text_of(task->parse("abaca").labels, task->vocabulary()), "- - b - -");
  EXPECT_EQ(refusal([&] { task->parse("ab?"); }), "expected words of the vocabulary, got \"?\"");
  EXPECT_EQ(refusal([&] { task->parse(""); }), "expected 1 to 23 tokens, got 0");
}

}  // namespace
}  // namespace attn
