// Compares translations from English to German with a reference translation.
#include <gtest/gtest.h>

#include <map>

#include "core/training/tasks/rules_of_tasks.h"
#include "core/training/tasks/translation_reference.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

std::vector<std::string> english_of(const Task& task, const Example& example) {
  std::vector<std::string> words;
  for (const Index id : example.ids) {
    words.push_back(task.vocabulary()[static_cast<std::size_t>(id)]);
  }
  return words;
}

TEST(TranslationTask, TranslatesAsTheReferenceWithTheSameAlignment) {
  const auto task = make_task("translation", {});
  const TranslationReference reference;
  std::map<int, int> categories;
  std::set<std::string> english, german;
  check_samples(*task, [&](const Example& example) {
    expect_indices_in_range(*task, example);
    ++categories[example.category];
    const std::vector<std::string> words = english_of(*task, example);
    english.insert(words.begin(), words.end());
    const std::vector<ReferenceGerman> right = reference.translate(words);
    std::string text;
    RelationSet relations;
    for (std::size_t i = 0; i < right.size(); ++i) {
      text += right[i].word + " ";
      german.insert(right[i].word);
      static const std::set<std::string> functions = {"der", "die", "das", "den", "nach", "zur"};
      relations.insert(
          {functions.count(right[i].word) > 0, static_cast<Index>(i), right[i].source});
    }
    ASSERT_EQ(text_of(example.labels, task->target_vocabulary()), text + "</s>");
    ASSERT_EQ(text_of(example.target_ids, task->target_vocabulary()) + " ", "<s> " + text);
    ASSERT_EQ(relation_set(example), relations);
  });
  ASSERT_EQ(categories.size(), 4u);
  for (const auto& [category, count] : categories) EXPECT_GT(count, 2000) << category;
  // Every word of the vocabularies occurs.
  EXPECT_EQ(english.size(), task->vocabulary().size());
  EXPECT_EQ(german.size() + 2, task->target_vocabulary().size());
  EXPECT_EQ(task->relations(), (std::vector<std::string>{"content word", "function word"}));
}

// Words that always stand together would not show which English word each of them comes from.
TEST(TranslationTask, NachAndZurAreFollowedBySeveralWords) {
  const auto task = make_task("translation", {});
  std::map<std::string, std::set<std::string>> after_nach;
  check_samples(*task, [&](const Example& example) {
    for (std::size_t i = 0; i + 1 < example.labels.size(); ++i) {
      const auto word = [&](std::size_t at) {
        return task->target_vocabulary()[static_cast<std::size_t>(example.labels[at])];
      };
      if (word(i) == "nach" || word(i) == "zur") after_nach[word(i)].insert(word(i + 1));
    }
  });
  EXPECT_EQ(after_nach["nach"], (std::set<std::string>{"Hause", "Berlin", "Rom"}));
  EXPECT_EQ(after_nach["zur"], (std::set<std::string>{"Schule", "Kirche", "Arbeit"}));
}

TEST(TranslationTask, ParsesTypedSentences) {
  const auto task = make_task("translation", {});
  const auto german = [&](std::string_view text) {
    return text_of(task->parse(text).labels, task->target_vocabulary());
  };
  EXPECT_EQ(german("The group went home."), "die Gruppe ging nach Hause </s>");
  EXPECT_EQ(german("the group WENT home"), "die Gruppe ging nach Hause </s>");
  EXPECT_EQ(german("Today the old kings can seek the small dog"),
            "-");  // "can" does not follow an adverb in this task
  EXPECT_EQ(german("i said that the young friends saw the good dog"),
            "ich sagte dass die jungen Freunde den guten Hund sahen </s>");
  EXPECT_EQ(german("The child can go to berlin."), "das Kind kann nach Berlin gehen </s>");
  EXPECT_EQ(german("the group went"), "-");
  EXPECT_EQ(german("the group went to"), "-");
  EXPECT_EQ(german("the group went to home"), "-");
  EXPECT_EQ(german("the group went Berlin"), "-");
  EXPECT_EQ(text_of(task->parse("group the home").target_ids, task->target_vocabulary()), "<s>");
  EXPECT_EQ(refusal([&] { task->parse("The elephant went home."); }),
            "expected words of the vocabulary, got \"elephant\"");
  EXPECT_EQ(refusal([&] { task->parse(" ."); }), "expected 1 to 10 tokens, got 0");
}

TEST(TranslationTask, EverySampleParsesToItself) {
  const auto task = make_task("translation", {});
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    const Example example = task->sample(random);
    const Example parsed = task->parse(text_of(example.ids, task->vocabulary()));
    ASSERT_EQ(parsed.ids, example.ids);
    ASSERT_EQ(parsed.labels, example.labels);
    ASSERT_EQ(parsed.category, example.category);
  }
}

TEST(TranslationTask, HeldOutAndShownSentencesAreNeverSampled) {
  const auto task = make_task("translation", {});
  expect_held_out_is_never_sampled(*task);
  const std::vector<Index> shown = task->parse("The group went home").ids;
  Random random(3);
  for (int i = 0; i < 100000; ++i) ASSERT_NE(task->sample(random).ids, shown);
}

TEST(TranslationTask, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("translation", {})), 0xbba86eaae50ae83fu);
}

}  // namespace
}  // namespace attn
