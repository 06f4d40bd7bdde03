#include "analysis/heads/relation_sentences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace attn {
namespace {

// One letter for the class of each word: w woman, m man, t thing, l place, d determiner, o
// possessive, n noun that modifies the next one, z size, a quality, s state of a person, S of a
// thing, x auxiliary, q adverb, p preposition, v verb with a person after an auxiliary, V past; u
// and U with a thing, r pronoun, b because, i was, h who.
std::map<std::string, char> letters() {
  const std::vector<std::pair<char, const char*>> classes = {
      {'w', "girl woman mother queen sister daughter"},
      {'m', "boy man father king brother son"},
      {'t', "ball book box letter hat key bag coin lamp picture"},
      {'l', "river street garden school tree wall"},
      {'n',
       "tennis beach history library lunch cigar love business straw party house car paper leather "
       "gold silver desk table family wedding mountain forest village city rose flower music dance "
       "fruit pine castle prison"},
      {'d', "the a an this that every"},
      {'o', "her his"},
      {'z', "small big little large"},
      {'a', "old new strange nice famous"},
      {'s', "tired happy hungry young strong"},
      {'S', "broken cheap heavy dirty beautiful"},
      {'x', "will could did should must"},
      {'q', "quickly never often soon always"},
      {'p', "near behind beside under"},
      {'v', "see watch follow like help remember"},
      {'V', "saw watched followed liked helped remembered"},
      {'u', "drop find sell carry lose want"},
      {'U', "dropped found sold carried lost wanted"},
      {'r', "he she it"},
      {'b', "because"},
      {'i', "was"},
      {'h', "who"}};
  std::map<std::string, char> found;
  const std::regex word("[a-z]+");
  for (const auto& [letter, words] : classes) {
    for (std::cregex_iterator at(words, words + std::string(words).size(), word), end; at != end;
         ++at) {
      found[at->str()] = letter;
    }
  }
  return found;
}

const std::set<std::string>& compounds() {
  static const std::set<std::string> all = {
      "tennis ball",    "beach ball",   "history book",    "library book",   "lunch box",
      "cigar box",      "love letter",  "business letter", "straw hat",      "party hat",
      "house key",      "car key",      "paper bag",       "leather bag",    "gold coin",
      "silver coin",    "desk lamp",    "table lamp",      "family picture", "wedding picture",
      "mountain river", "forest river", "village street",  "city street",    "rose garden",
      "flower garden",  "music school", "dance school",    "fruit tree",     "pine tree",
      "castle wall",    "prison wall"};
  return all;
}

using Pairs = std::set<std::tuple<Index, Index, Index>>;

// Derives the pairs from the words alone.
Pairs parsed(const std::vector<std::string>& words, const std::string& classes) {
  Pairs pairs;
  const auto at = [](std::size_t index) { return static_cast<Index>(index); };
  const auto add = [&](WordRelation relation, std::size_t from, std::size_t to) {
    pairs.insert({relation, at(from), at(to)});
  };
  const std::size_t subject = classes.find_first_of("wm");
  const std::size_t verb = classes.find_first_of("vVuU");
  const std::size_t object = classes.find_first_of("wmt", verb);
  add(kVerbToSubject, verb, subject);
  if (classes.find('h') == std::string::npos) add(kSubjectToVerb, subject, verb);
  add(kVerbToObject, verb, object);
  add(kObjectToVerb, object, verb);
  const std::map<std::string, char> genders = {
      {"her", 'w'}, {"she", 'w'}, {"his", 'm'}, {"he", 'm'}, {"it", 't'}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) add(kPreviousWord, i, i - 1);
    if (i + 1 < words.size()) add(kNextWord, i, i + 1);
    const std::size_t noun = classes.find_first_of("wmtl", i);
    const char letter = classes[i];
    if (letter == 'd' || letter == 'o') add(kDeterminerToNoun, i, noun);
    if (letter == 'z' || letter == 'a') add(kAdjectiveToNoun, i, noun);
    const bool has_noun = (letter == 's' || letter == 'S') && classes[i - 2] != 'r';
    if (has_noun && classes[i - 2] != 'h') add(kAdjectiveToNoun, i, i - 2);
    if (letter == 'x') add(kAuxiliaryToVerb, i, verb);
    if (letter == 'p') add(kPrepositionToObject, i, noun);
    if (letter == 'o') add(kPossessiveToOwner, i, classes.find(genders.at(words[i])));
    if (letter == 'r') add(kPronounToNoun, i, classes.find(genders.at(words[i])));
    if (std::string("wmtl").find(letter) != std::string::npos) {
      for (std::size_t j = 0; j < i; ++j) {
        if (words[j] != words[i]) continue;
        add(kSameWordBefore, i, j);
        add(kInduction, i, j + 1);
      }
    }
  }
  return pairs;
}

TEST(RelationSentences, PairsFollowFromTheWords) {
  const std::map<std::string, char> letter_of = letters();
  const std::string adjectives = "z?a?", person = "d" + adjectives + "[wm]",
                    place = adjectives + "n?l";
  const std::regex grammar(person + "(pd" + place + "|his)?((V|xq?v)" + person + "|(U|xq?u)[do]" +
                           adjectives + "n?t)(po" + place + "|b(ri[sS]|d[wm]is|dtiS))?");
  const std::regex wrong_article("\\b(a [aeiou]|an [^aeiou])");
  Random random(7);
  std::map<Index, std::map<Index, int>> offsets;
  std::map<Index, std::set<WordKind>> kinds;
  std::set<std::string> said;
  for (int sample = 0; sample < 10000; ++sample) {
    const RelationSentence sentence = relation_sentence(random);
    std::string classes, text;
    for (const std::string& word : sentence.words) {
      ASSERT_TRUE(letter_of.count(word)) << word;
      classes += letter_of.at(word);
      text += word + ' ';
      said.insert(word);
    }
    ASSERT_TRUE(std::regex_match(classes, grammar)) << text;
    ASSERT_EQ(sentence.kinds.size(), classes.size()) << text;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const bool noun = std::string("wmtln").find(classes[i]) != std::string::npos;
      const bool verb = std::string("vVuUi").find(classes[i]) != std::string::npos;
      const WordKind kind = noun ? WordKind::kNoun : verb ? WordKind::kVerb : WordKind::kOther;
      ASSERT_EQ(sentence.kinds[i], kind) << text;
    }
    Pairs pairs;
    for (const WordPair& pair : sentence.pairs) {
      ASSERT_TRUE(pairs.insert({pair.relation, pair.from, pair.to}).second) << text;
      ++offsets[pair.relation][pair.to - pair.from];
      kinds[pair.relation].insert(sentence.kinds[static_cast<std::size_t>(pair.to)]);
    }
    ASSERT_EQ(pairs, parsed(sentence.words, classes)) << text;
    // There is only one candidate: subject and object differ in gender.
    const std::size_t object = classes.find_first_of("wmt", classes.find_first_of("vVuU"));
    ASSERT_NE(classes[classes.find_first_of("wm")], classes[object]) << text;
    if (const std::size_t pronoun = classes.find('r'); pronoun != std::string::npos) {
      ASSERT_EQ(sentence.words[pronoun] == "it", classes.back() == 'S') << text;
      if (classes.back() == 'S') {
        ASSERT_EQ(classes.find('l'), std::string::npos) << text;
      }
    }
    ASSERT_FALSE(std::regex_search(text, wrong_article)) << text;
  }
  EXPECT_EQ(said.size(), letter_of.size());
  EXPECT_EQ(offsets.size(), std::size_t{kNumWordRelations});
  for (const auto& [relation, counts] : offsets) {
    const RelationKind kind = relation_kind(static_cast<WordRelation>(relation));
    EXPECT_EQ(kind.is_offset, relation == kPreviousWord || relation == kNextWord);
    // The right words are all nouns, all verbs, or of several kinds.
    const std::set<WordKind>& right = kinds[relation];
    EXPECT_EQ(kind.to, right.size() == 1 ? *right.begin() : WordKind::kOther) << relation;
    int all = 0, max = 0;
    for (const auto& [offset, count] : counts) {
      all += count;
      max = std::max(max, count);
    }
    if (relation == kPreviousWord || relation == kNextWord) {
      EXPECT_TRUE(counts.size() == 1 && counts.count(relation == kNextWord ? 1 : -1));
    } else {
      // A fixed offset must leave enough rows for a head to be better.
      EXPECT_LT(max, 0.7 * all) << relation_name(static_cast<WordRelation>(relation));
      EXPECT_GE(counts.size(), relation == kAuxiliaryToVerb ? 2U : 3U) << relation;
    }
  }
}

// Counts things and places where they are first named.
TEST(RelationSentences, ManyNounsFollowTheirModifier) {
  const std::map<std::string, char> letter_of = letters();
  Random random(8);
  std::set<std::string> said;
  double modified = 0, all = 0;
  for (int sample = 0; sample < 10000; ++sample) {
    const RelationSentence sentence = relation_sentence(random);
    std::set<std::string> before;
    for (std::size_t i = 0; i < sentence.words.size(); ++i) {
      const std::string& word = sentence.words[i];
      const char letter = letter_of.at(word);
      const bool first = before.insert(word).second;
      if ((letter == 't' || letter == 'l') && first) ++all;
      if (letter != 'n') continue;
      ASSERT_TRUE(first) << word;
      ++modified;
      said.insert(word + ' ' + sentence.words[i + 1]);
    }
  }
  EXPECT_EQ(said, compounds());
  EXPECT_NEAR(modified / all, 0.3, 0.02);
}

// So that a head that only looks at the nearest noun can be told from one that follows them.
TEST(RelationSentences, TheRightNounIsOftenNotTheNearest) {
  Random random(9);
  std::map<Index, std::pair<double, double>> nearest;  // [relation]: pairs to the nearest, and all
  for (int sample = 0; sample < 10000; ++sample) {
    const RelationSentence sentence = relation_sentence(random);
    const auto noun = [&](Index word) {
      return sentence.kinds[static_cast<std::size_t>(word)] == WordKind::kNoun;
    };
    for (const auto& [relation, from, to] : sentence.pairs) {
      if (to < from) continue;  // an adjective after "was": its noun is before it
      Index word = from + 1;
      while (word < to && !noun(word)) ++word;
      nearest[relation].first += word == to;
      ++nearest[relation].second;
    }
  }
  for (const WordRelation relation :
       {kDeterminerToNoun, kAdjectiveToNoun, kVerbToObject, kPrepositionToObject}) {
    const auto [right, all] = nearest[relation];
    EXPECT_LT(right / all, 0.9) << relation_name(relation);
    EXPECT_GT(right / all, 0.55) << relation_name(relation);
  }
}

TEST(RelationSentences, HaveNamesForTheirRelations) {
  std::set<std::string> names;
  for (Index relation = 0; relation < kNumWordRelations; ++relation) {
    names.insert(relation_name(static_cast<WordRelation>(relation)));
  }
  EXPECT_EQ(names.size(), std::size_t{kNumWordRelations});
  EXPECT_STREQ(relation_name(kPreviousWord), "previous_word");
  EXPECT_STREQ(relation_name(kAdjectiveToNoun), "adjective_to_noun");
  EXPECT_STREQ(relation_name(kSubjectToVerb), "subject_to_verb");
  EXPECT_STREQ(relation_name(kPossessiveToOwner), "possessive_to_owner");
  EXPECT_STREQ(relation_name(kPrepositionToObject), "preposition_to_object");
  EXPECT_STREQ(relation_name(kInduction), "induction");
}

TEST(RelationSentences, ASeedGivesTheSameSentences) {
  Random one(3), same(3), other(4);
  int different = 0;
  for (int sample = 0; sample < 20; ++sample) {
    const auto words = relation_sentence(one).words;
    EXPECT_EQ(words, relation_sentence(same).words);
    different += words != relation_sentence(other).words;
  }
  EXPECT_GT(different, 10);
}

}  // namespace
}  // namespace attn
