// The small English grammar against an independent reader.
#include <gtest/gtest.h>

#include <map>

#include "core/training/tasks/english_reference.h"
#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

std::vector<std::string> words_of(const Task& task, const std::vector<Index>& ids) {
  std::vector<std::string> words;
  for (const Index id : ids) words.push_back(task.vocabulary()[static_cast<std::size_t>(id)]);
  return words;
}

// "the>animal animal>cross .."
std::string arcs(const Task& task, const Example& example) {
  const std::vector<std::string> words = words_of(task, example.ids);
  std::string text;
  for (const HeadRelation& relation : example.relations) {
    text += words[static_cast<std::size_t>(relation.query)] + ">" +
            words[static_cast<std::size_t>(relation.key)] + " ";
  }
  return text;
}

// Labels and relations of every sentence, by the reference. `asked` selects the words with labels.
template <class Asked>
void expect_answers(const Task& task, Asked&& asked) {
  const EnglishReference reference;
  std::map<std::string, int> kinds;
  check_samples(task, [&](const Example& example) {
    expect_indices_in_range(task, example);
    const std::vector<std::string> words = words_of(task, example.ids);
    const std::string kind = reference.kind(words);
    SCOPED_TRACE(text_of(example.ids, task.vocabulary()));
    ASSERT_EQ(kind, task.categories()[static_cast<std::size_t>(example.category)]);
    ++kinds[kind];
    const std::vector<ReferenceWord> right = reference.read(words);
    std::size_t relation = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!asked(right[i].role, words[i], i)) {
        ASSERT_EQ(example.labels[i], -1);
        continue;
      }
      const auto position = static_cast<std::size_t>(right[i].position);
      ASSERT_EQ(example.labels[i], example.ids[position]) << words[i];
      ASSERT_LT(relation, example.relations.size());
      const HeadRelation& given = example.relations[relation++];
      ASSERT_EQ(task.relations()[static_cast<std::size_t>(given.kind)], right[i].role) << words[i];
      ASSERT_EQ(given.query, static_cast<Index>(i));
      ASSERT_EQ(given.key, static_cast<Index>(position));
    }
    ASSERT_EQ(relation, example.relations.size());
  });
  ASSERT_EQ(kinds.size(), 6u);
  // Each kind makes up one or two of eight sentences.
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 1000) << kind;
}

TEST(GoesWithTask, EveryWordAnswersWithTheWordItGoesWith) {
  const auto task = make_task("goes_with", {});
  expect_answers(*task, [](const std::string&, const std::string&, std::size_t) { return true; });
}

TEST(WhoTask, PronounsAndVerbsThatAgreeAnswerWithTheirNoun) {
  const auto task = make_task("who", {});
  expect_answers(*task, [](const std::string& role, const std::string& word, std::size_t) {
    static const std::set<std::string> past = {
        "crossed", "entered", "left",  "liked",    "cross",  "enter",  "leave", "like",
        "led",     "drive",   "push",  "drove",    "pushed", "rode",   "lead",  "ride",
        "chased",  "saw",     "loved", "followed", "feared", "watched"};
    return role.find("pronoun") == 0 || role == "verb across clauses" ||
           (role == "verb" && past.count(word) == 0);
  });
}

TEST(EnglishTasks, VerbsAgreeAndPronounsHaveOneNoun) {
  const EnglishReference reference;
  const auto task = make_task("goes_with", {});
  check_samples(*task, [&](const Example& example) {
    const std::vector<std::string> words = words_of(*task, example.ids);
    const std::string text = reference.letters(words);
    SCOPED_TRACE(text_of(example.ids, task->vocabulary()));
    std::vector<std::size_t> nouns;
    if (text.find('b') != std::string::npos) {
      const std::vector<int> who = reference.antecedents(words);
      ASSERT_EQ(who.size(), 1u);
      nouns.push_back(static_cast<std::size_t>(who[0]));
    }
    const auto plural_verb = [&](std::size_t i) {
      return text[i] == 'R' ? words[i].back() != 's' : words[i] == "are" || words[i] == "were";
    };
    const std::size_t because = text.find_first_of("b.");
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != 'I' && text[i] != 'R') continue;
      const std::size_t subject = i < because ? 1 : nouns.at(0);
      ASSERT_EQ(plural_verb(i), EnglishReference::plural(words[subject])) << words[i];
      // An adjective for people and animals never describes a street.
      if (text[i] != 'I') continue;
      const char adjective = text[i + 1] == 'o' ? text[i + 2] : text[i + 1];
      ASSERT_EQ(adjective == 'W', EnglishReference::gender(words[subject]) == "way");
    }
  });
}

TEST(EnglishTasks, TheVocabularyIsThatOfTheReference) {
  const EnglishReference reference;
  const auto task = make_task("who", {});
  EXPECT_EQ(task->vocabulary().size(), reference.size());
  EXPECT_EQ(task->vocabulary().size(), 96u);
  for (const std::string& word : task->vocabulary()) EXPECT_TRUE(reference.knows(word)) << word;
}

TEST(EnglishTasks, TheExampleSentenceParsesAsWritten) {
  const auto task = make_task("goes_with", {});
  for (const char* text :
       {"The animal did not cross the street because it was too tired",
        "The animal did not cross the street because it was too tired.",
        "the animal didn't cross the street because it was too tired .",
        "the animal didn\xe2\x80\x99t cross  the street because it was too TIRED"}) {
    const Example example = task->parse(text);
    EXPECT_EQ(arcs(*task, example),
              "the>animal animal>cross did>cross not>cross cross>animal the>street street>cross "
              "because>tired it>animal was>animal too>tired tired>animal .>cross ");
    EXPECT_EQ(task->categories()[static_cast<std::size_t>(example.category)],
              "pronoun by adjective");
  }
  EXPECT_EQ(
      arcs(*task, task->parse("The animal did not cross the street because it was too wide.")),
      "the>animal animal>cross did>cross not>cross cross>animal the>street street>cross "
      "because>wide it>street was>street too>wide wide>street .>cross ");
  EXPECT_EQ(
      arcs(*task, task->parse("the cat that chased the dogs was tired because it ran")),
      "the>cat cat>tired that>cat chased>cat the>dogs dogs>chased was>cat tired>cat because>ran "
      "it>cat ran>cat .>tired ");
  const auto who = make_task("who", {});
  EXPECT_EQ(arcs(*who, who->parse("The animal did not cross the street because it was too wide.")),
            "it>street was>street ");
}

TEST(EnglishTasks, OnlyWhatIsDecidedHasALabel) {
  const auto task = make_task("goes_with", {});
  // Both nouns can be "they".
  EXPECT_EQ(arcs(*task, task->parse("the dogs saw the cats because they were too sick")),
            "the>dogs dogs>saw saw>dogs the>cats cats>saw because>sick too>sick .>saw ");
  EXPECT_EQ(arcs(*task, task->parse("the dog runs")), "the>dog dog>runs runs>dog .>runs ");
  // This is not a sentence of the grammar.
  EXPECT_EQ(arcs(*task, task->parse("dog the street the")), "");
  EXPECT_EQ(arcs(*task, task->parse("the dog runs . the")), "");
}

TEST(EnglishTasks, UnfinishedAndWrongSentencesGiveIndicesInRange) {
  const auto task = make_task("goes_with", {});
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::string> words = words_of(*task, task->sample(random).ids);
    words.pop_back();
    const std::size_t at = random.next_uint32() % words.size();
    if (i % 2 == 0) {
      words.resize(at + 1);
    } else {
      words[at] = task->vocabulary()[random.next_uint32() % task->vocabulary().size()];
    }
    std::string text;
    for (const std::string& word : words) text += word + " ";
    expect_indices_in_range(*task, task->parse(text));
  }
}

TEST(EnglishTasks, RefuseUnknownWordsByName) {
  const auto task = make_task("goes_with", {});
  EXPECT_EQ(refusal([&] { task->parse("The elephant did not cross the street."); }),
            "expected words of the vocabulary, got \"elephant\"");
  EXPECT_EQ(refusal([&] { task->parse("The Zebra chased the elephant, the cat and the zebra."); }),
            "expected words of the vocabulary, got \"zebra\", \"elephant\", \",\", \"and\"");
  EXPECT_EQ(refusal([&] { task->parse(" "); }), "expected 1 to 16 tokens, got 0");
  EXPECT_EQ(refusal([&] {
              task->parse("the the the the the the the the the the the the the the the the");
            }),
            "expected 1 to 16 tokens, got 17");
}

TEST(EnglishTasks, HeldOutAndShownSentencesAreNeverSampled) {
  for (const char* name : {"goes_with", "who"}) {
    const auto task = make_task(name, {});
    expect_held_out_is_never_sampled(*task);
    std::set<std::vector<Index>> shown;
    for (const char* noun : {"tired", "wide"}) {
      shown.insert(
          task->parse(std::string("The animal did not cross the street because it was too ") + noun)
              .ids);
      shown.insert(
          task->parse(std::string("The animal crossed the street because it was too ") + noun).ids);
    }
    shown.insert(task->parse("the cat that chased the dogs was tired because it ran").ids);
    Random random(3);
    for (int i = 0; i < 50000; ++i) ASSERT_EQ(shown.count(task->sample(random).ids), 0u);
  }
}

TEST(EnglishTasks, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("goes_with", {})), 0xa0d1c1c066e6fefcu);
  EXPECT_EQ(hash_of_samples(*make_task("who", {})), 0x5f852aa3e66cf11fu);
}

}  // namespace
}  // namespace attn
