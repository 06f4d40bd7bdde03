// Compares copy, reverse and sort with brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

// Splits "row | answer" and checks labels and relations. `answer` computes the answer from the row.
template <class Answer>
void expect_rows(const Task& task, Index min_length, Index max_length, Answer&& answer) {
  const Index bar = static_cast<Index>(task.vocabulary().size()) - 1;
  ASSERT_EQ(task.vocabulary().back(), "|");
  check_samples(task, [&](const Example& example) {
    expect_indices_in_range(task, example);
    const auto at = std::find(example.ids.begin(), example.ids.end(), bar);
    const std::vector<Index> row(example.ids.begin(), at);
    const Index n = static_cast<Index>(row.size());
    ASSERT_GE(n, min_length);
    ASSERT_LE(n, max_length);
    const std::vector<Index> right = answer(row);
    const std::vector<Index> written(at + 1, example.ids.end());
    ASSERT_EQ(written, std::vector<Index>(right.begin(), right.end() - 1));
    std::vector<Index> labels(row.size(), -1);
    labels.insert(labels.end(), right.begin(), right.end());
    ASSERT_EQ(example.labels, labels);
    // Each query looks at a different key, which holds the symbol that the query writes.
    ASSERT_EQ(example.relations.size(), row.size());
    std::set<Index> queries, keys;
    for (const HeadRelation& relation : example.relations) {
      ASSERT_LT(relation.key, n);
      ASSERT_EQ(example.ids[static_cast<std::size_t>(relation.key)],
                example.labels[static_cast<std::size_t>(relation.query)]);
      queries.insert(relation.query);
      keys.insert(relation.key);
    }
    ASSERT_EQ(queries.size(), row.size());
    ASSERT_EQ(keys.size(), row.size());
    ASSERT_EQ(*queries.begin(), n);
  });
}

TEST(CopyTask, AsksForTheSameRowAgain) {
  const auto task = make_task("copy", {});
  expect_rows(*task, 10, 10, [](const std::vector<Index>& row) { return row; });
}

TEST(CopyTask, LooksAtTheSamePositionInTheRow) {
  const auto task = make_task("copy", {});
  check_samples(*task, [](const Example& example) {
    RelationSet right;
    for (Index i = 0; i < 10; ++i) right.insert({0, 10 + i, i});
    ASSERT_EQ(relation_set(example), right);
  });
}

TEST(CopyTask, RowsMayDifferInLength) {
  TaskOptions options;
  options.min_length = 5;
  const auto task = make_task("copy", options);
  expect_rows(*task, 5, 10, [](const std::vector<Index>& row) { return row; });
  std::set<std::size_t> lengths;
  check_samples(*task, [&](const Example& example) { lengths.insert(example.ids.size()); });
  EXPECT_EQ(lengths, (std::set<std::size_t>{10, 12, 14, 16, 18, 20}));
}

TEST(ReverseTask, AsksForTheRowBackwards) {
  const auto task = make_task("reverse", {});
  expect_rows(*task, 8, 8, [](const std::vector<Index>& row) {
    std::vector<Index> reversed;
    for (const Index id : row) reversed.insert(reversed.begin(), id);
    return reversed;
  });
}

TEST(ReverseTask, LooksAtTheMirroredPosition) {
  const auto task = make_task("reverse", {});
  check_samples(*task, [](const Example& example) {
    RelationSet right;
    for (Index i = 0; i < 8; ++i) right.insert({0, 8 + i, 7 - i});
    ASSERT_EQ(relation_set(example), right);
  });
}

TEST(SortTask, AsksForDifferentNumbersInOrder) {
  TaskOptions options;
  options.length = 10;
  options.symbols = 24;
  for (const auto& task : {make_task("sort", {}), make_task("sort", options)}) {
    const Index n = task->max_length() / 2;
    expect_rows(*task, n, n, [](const std::vector<Index>& row) {
      const std::set<Index> ordered(row.begin(), row.end());
      EXPECT_EQ(ordered.size(), row.size());
      return std::vector<Index>(ordered.begin(), ordered.end());
    });
  }
}

TEST(SortTask, RowsMayDifferInLength) {
  TaskOptions options;
  options.min_length = 3;
  const auto task = make_task("sort", options);
  expect_rows(*task, 3, 8, [](const std::vector<Index>& row) {
    const std::set<Index> ordered(row.begin(), row.end());
    return std::vector<Index>(ordered.begin(), ordered.end());
  });
  std::set<std::size_t> lengths;
  check_samples(*task, [&](const Example& example) { lengths.insert(example.ids.size()); });
  EXPECT_EQ(lengths, (std::set<std::size_t>{6, 8, 10, 12, 14, 16}));
}

TEST(RowTasks, HeldOutRowsAreNeverSampled) {
  for (const char* name : {"copy", "reverse", "sort"}) {
    expect_held_out_is_never_sampled(*make_task(name, {}));
  }
}

// Also with the fewest possible rows: every row is either held out or sampled, and both kinds
// exist, so that drawing one ends.
TEST(RowTasks, OfTheSmallestSizeHaveHeldOutAndTrainingRows) {
  for (const char* name : {"copy", "reverse", "sort"}) {
    TaskOptions smallest;
    smallest.symbols = 4;
    smallest.length = 3;
    const auto task = make_task(name, smallest);
    std::set<std::vector<Index>> held_out, sampled;
    for (const Example& example : task->held_out(2000)) held_out.insert(example.ids);
    Random random(2);
    for (int i = 0; i < kSamples; ++i) sampled.insert(task->sample(random).ids);
    const std::size_t rows = std::string(name) == "sort" ? 4 * 3 * 2 : 4 * 4 * 4;
    EXPECT_EQ(held_out.size() + sampled.size(), rows) << name;
    EXPECT_GT(held_out.size(), 0u) << name;
    for (const std::vector<Index>& ids : held_out) EXPECT_EQ(sampled.count(ids), 0u) << name;
  }
}

TEST(RowTasks, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("copy", {})), 0x62a196e7cf080dedu);
  EXPECT_EQ(hash_of_samples(*make_task("reverse", {})), 0x6ce64f38e41aedf5u);
  EXPECT_EQ(hash_of_samples(*make_task("sort", {})), 0xf4acb9963209c101u);
}

TEST(RowTasks, ParseATypedRow) {
  const auto sort = make_task("sort", {});
  const Example example = sort->parse("5, 3 15 0 7 1 2 9");
  EXPECT_EQ(text_of(example.ids, sort->vocabulary()), "5 3 15 0 7 1 2 9 | 0 1 2 3 5 7 9");
  EXPECT_EQ(text_of(example.labels, sort->vocabulary()), "- - - - - - - - 0 1 2 3 5 7 9 15");
  const auto reverse = make_task("reverse", {});
  EXPECT_EQ(text_of(reverse->parse("AbcdefGh|").ids, reverse->vocabulary()),
            "a b c d e f g h | h g f e d c b");
  EXPECT_EQ(sort->parse("5\t3\n15 0 7 1\r\n2 9\r\n").ids, example.ids);
}

TEST(RowTasks, RefuseWhatIsNoRow) {
  const auto copy = make_task("copy", {});
  EXPECT_EQ(refusal([&] { copy->parse("a b c d e f g h i z"); }),
            "expected words of the vocabulary, got \"z\"");
  EXPECT_EQ(refusal([&] { copy->parse("abzdyzghij"); }),
            "expected words of the vocabulary, got \"z\", \"y\"");
  // Eight are named.
  EXPECT_EQ(
      refusal([&] { copy->parse("qrstuvwx"); }),
      "expected words of the vocabulary, got \"q\", \"r\", \"s\", \"t\", \"u\", \"v\", \"w\", "
      "\"x\"");
  EXPECT_EQ(
      refusal([&] { copy->parse("qrstuvwxyqz"); }),
      "expected words of the vocabulary, got \"q\", \"r\", \"s\", \"t\", \"u\", \"v\", \"w\", "
      "\"x\", ...");
  EXPECT_EQ(refusal([&] { copy->parse("abcdefghi\xc3\xa4"); }),
            "expected words of the vocabulary, got \"\xc3\xa4\"");
  EXPECT_EQ(refusal([&] { copy->parse("abc"); }), "expected 10 tokens, got 3");
  EXPECT_EQ(refusal([&] { copy->parse(""); }), "expected 10 tokens, got 0");
  EXPECT_EQ(refusal([&] { copy->parse("abc|abcabc"); }),
            "expected a row of symbols without a bar, got one with a bar");
}

}  // namespace
}  // namespace attn
