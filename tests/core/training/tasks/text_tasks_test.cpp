// Compares tasks on the user's own text with a search in that text.
#include <gtest/gtest.h>

#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

// Distinct three-letter words with a few marks and umlauts, so that no window occurs twice.
std::string sample_text() {
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += static_cast<char>('a' + i % 26);
    text += static_cast<char>('a' + i / 26 % 26);
    text += static_cast<char>('a' + i / 676);
    text += i % 7 == 0 ? ", " : i % 11 == 0 ? "\xc3\xbc " : " ";
  }
  return text;
}

std::string joined(const Task& task, const std::vector<Index>& ids, const char* between) {
  std::string text;
  for (const Index id : ids) {
    text += (text.empty() ? "" : between) + task.vocabulary()[static_cast<std::size_t>(id)];
  }
  return text;
}

TEST(CharactersTask, WindowsOfTheTextPredictTheNextCharacter) {
  TaskOptions options;
  options.text = sample_text();
  options.length = 40;
  const auto task = make_task("characters", options);
  std::size_t last_training = 0, first_held_out = options.text.size();
  const auto begin_of = [&](const Example& example) {
    expect_indices_in_range(*task, example);
    EXPECT_EQ(example.ids.size(), 40u);
    std::vector<Index> window = example.ids;
    window.push_back(example.labels.back());
    EXPECT_EQ(std::vector<Index>(window.begin() + 1, window.end()), example.labels);
    const std::size_t at = options.text.find(joined(*task, window, ""));
    EXPECT_NE(at, std::string::npos);
    return at;
  };
  Random random(1);
  for (int i = 0; i < kSamples && !HasFailure(); ++i) {
    const Example example = task->sample(random);
    last_training =
        std::max(last_training, begin_of(example) + joined(*task, example.ids, "").size());
  }
  for (const Example& example : task->held_out(500)) {
    first_held_out = std::min(first_held_out, begin_of(example));
  }
  EXPECT_LT(last_training, first_held_out);
  EXPECT_NEAR(static_cast<double>(first_held_out), 0.9 * static_cast<double>(options.text.size()),
              50);
  // 26 letters, the space, the comma and the umlaut.
  EXPECT_EQ(task->vocabulary().size(), 29u);
}

TEST(WordsTask, WindowsOfTheTextPredictTheNextWord) {
  TaskOptions options;
  options.text = sample_text();
  options.length = 10;
  const auto task = make_task("words", options);
  // With spaces around marks, single spaces separate all tokens.
  std::string text;
  for (const char c : options.text) text += c == ',' ? std::string(" ,") : std::string(1, c);
  Random random(1);
  std::set<std::size_t> training;
  for (int i = 0; i < kSamples && !HasFailure(); ++i) {
    const Example example = task->sample(random);
    expect_indices_in_range(*task, example);
    std::vector<Index> window = example.ids;
    window.push_back(example.labels.back());
    ASSERT_EQ(std::vector<Index>(window.begin() + 1, window.end()), example.labels);
    const std::size_t at = text.find(joined(*task, window, " "));
    ASSERT_NE(at, std::string::npos);
    training.insert(at + joined(*task, example.ids, " ").size());
  }
  for (const Example& example : task->held_out(500)) {
    EXPECT_GT(text.find(joined(*task, example.ids, " ")), *training.rbegin());
  }
}

TEST(TextTasks, ParseTypedText) {
  TaskOptions options;
  options.text = sample_text();
  const auto characters = make_task("characters", options);
  const Example example = characters->parse("ab\xc3\xbc");
  EXPECT_EQ(text_of(example.ids, characters->vocabulary()), "a b \xc3\xbc");
  EXPECT_EQ(text_of(example.labels, characters->vocabulary()), "b \xc3\xbc -");
  EXPECT_EQ(refusal([&] { characters->parse("A"); }),
            "expected words of the vocabulary, got \"A\"");
  EXPECT_EQ(refusal([&] { characters->parse("\xc3"); }), "expected text in UTF-8, got other bytes");
  EXPECT_EQ(refusal([&] { characters->parse(""); }), "expected 1 to 64 tokens, got 0");
  const auto words = make_task("words", options);
  EXPECT_EQ(text_of(words->parse("aaa, baa").labels, words->vocabulary()), ", baa -");
}

// {kind, query, key} by hand: kind 0 is the previous token, kind 1 the follower of an earlier
// occurrence.
TEST(TextTasks, RelationsArePreviousTokensAndFollowersOfEarlierOccurrences) {
  TaskOptions options;
  options.text = sample_text();
  const auto characters = make_task("characters", options);
  EXPECT_EQ(characters->relations(), (std::vector<std::string>{"previous token", "induction"}));
  EXPECT_EQ(relation_set(characters->parse("abca")),
            (RelationSet{{0, 1, 0}, {0, 2, 1}, {0, 3, 2}, {1, 3, 1}}));
  EXPECT_EQ(relation_set(characters->parse("abab")),
            (RelationSet{{0, 1, 0}, {0, 2, 1}, {0, 3, 2}, {1, 2, 1}, {1, 3, 2}}));
  EXPECT_EQ(relation_set(characters->parse("aa")), (RelationSet{{0, 1, 0}, {1, 1, 1}}));
  const auto words = make_task("words", options);
  EXPECT_EQ(relation_set(words->parse("aaa, aaa")), (RelationSet{{0, 1, 0}, {0, 2, 1}, {1, 2, 1}}));
}

TEST(TextTasks, ExamplesHaveTheRelationsOfTheirTokens) {
  TaskOptions options;
  options.text = sample_text();
  const auto task = make_task("characters", options);
  check_samples(
      *task,
      [&](const Example& example) {
        expect_indices_in_range(*task, example);
        const std::vector<Index>& ids = example.ids;
        RelationSet expected;
        for (std::size_t key = 0; key + 1 < ids.size(); ++key) {
          const auto k = static_cast<Index>(key);
          expected.insert({0, k + 1, k});
          // Every later position whose token equals the one before the key.
          for (std::size_t query = key + 1; query < ids.size(); ++query) {
            if (ids[query] == ids[key]) expected.insert({1, static_cast<Index>(query), k + 1});
          }
        }
        EXPECT_EQ(relation_set(example), expected);
      },
      500);
}

TEST(TextTasks, RefuseAShortText) {
  TaskOptions options;
  options.text = "too short";
  EXPECT_EQ(refusal([&] { make_task("characters", options); }),
            "expected a text of at least 260 tokens, got 9");
  EXPECT_EQ(refusal([&] { make_task("words", {}); }),
            "expected a text of at least 132 tokens, got 0");
}

TEST(TextTasks, ASeedGivesTheseExamplesOnEveryTarget) {
  TaskOptions options;
  options.text = sample_text();
  EXPECT_EQ(hash_of_samples(*make_task("characters", options)), 0x52950d3a63a1a2ebu);
  EXPECT_EQ(hash_of_samples(*make_task("words", options)), 0x39f58b2bbdfe1457u);
}

}  // namespace
}  // namespace attn
