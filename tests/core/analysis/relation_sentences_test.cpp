#include "analysis/relation_sentences.h"

#include <gtest/gtest.h>

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
// possessive, a adjective, s state, x auxiliary, p preposition, v verb after an auxiliary, V past
// verb, r pronoun, b because, i was.
std::map<std::string, char> letters() {
  const std::vector<std::pair<char, const char*>> classes = {
      {'w', "girl woman mother queen sister daughter"},
      {'m', "boy man father king brother son"},
      {'t', "dog cat horse bird book door house car table letter"},
      {'l', "river street garden school tree wall"},
      {'d', "the a this that every"},
      {'o', "her his"},
      {'a', "tall small young new big strange"},
      {'s', "tired famous lost beautiful strong"},
      {'x', "will could did should must"},
      {'p', "near behind beside under"},
      {'v', "see find watch follow like remember want"},
      {'V', "saw found watched followed liked remembered wanted"},
      {'r', "he she it"},
      {'b', "because"},
      {'i', "was"}};
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

using Pairs = std::set<std::tuple<Index, Index, Index>>;

// The pairs that follow from the words alone.
Pairs parsed(const std::vector<std::string>& words, const std::string& classes) {
  Pairs pairs;
  const auto at = [](std::size_t place) { return static_cast<Index>(place); };
  const auto add = [&](Relation relation, std::size_t from, std::size_t to) {
    pairs.insert({relation, at(from), at(to)});
  };
  const std::size_t subject = classes.find_first_of("wm");
  const std::size_t verb = classes.find_first_of("vV");
  const std::size_t object = classes.find_first_of("wmt", verb);
  add(kVerbToSubject, verb, subject);
  add(kSubjectToVerb, subject, verb);
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
    if (letter == 'a') add(kAdjectiveToNoun, i, noun);
    if (letter == 's' && classes[i - 2] != 'r') add(kAdjectiveToNoun, i, i - 2);
    if (letter == 'x') add(kAuxiliaryToVerb, i, verb);
    if (letter == 'p') add(kPrepositionToObject, i, noun);
    if (letter == 'o') add(kPossessiveToOwner, i, classes.find(genders.at(words[i])));
    if (letter == 'r') add(kPronounToNoun, i, classes.find(genders.at(words[i])));
    if (std::string("wmtl").find(letter) != std::string::npos) {
      for (std::size_t j = 0; j < i; ++j) {
        if (words[j] == words[i]) add(kSameWordBefore, i, j);
      }
    }
  }
  return pairs;
}

TEST(RelationSentences, PairsFollowFromTheWords) {
  const std::map<std::string, char> letter_of = letters();
  const std::regex grammar("da{0,2}[wm](pda{0,2}l)?(V|xv)da{0,2}[wmt](poa{0,2}l|b(r|d[wmt])is)?");
  Random random(7);
  std::map<Index, std::set<Index>> offsets;
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
    Pairs pairs;
    for (const WordPair& pair : sentence.pairs) {
      ASSERT_TRUE(pairs.insert({pair.relation, pair.from, pair.to}).second) << text;
      offsets[pair.relation].insert(pair.to - pair.from);
    }
    ASSERT_EQ(pairs, parsed(sentence.words, classes)) << text;
    // One candidate only: subject and object differ in gender.
    const std::size_t object = classes.find_first_of("wmt", classes.find_first_of("vV"));
    ASSERT_NE(classes[classes.find_first_of("wm")], classes[object]) << text;
  }
  EXPECT_EQ(said.size(), letter_of.size());
  EXPECT_EQ(offsets.size(), std::size_t{kNumRelations});
  EXPECT_EQ(offsets[kPreviousWord], std::set<Index>{-1});
  EXPECT_EQ(offsets[kNextWord], std::set<Index>{1});
  for (const Index relation :
       {kSameWordBefore, kDeterminerToNoun, kAdjectiveToNoun, kVerbToSubject, kVerbToObject,
        kPossessiveToOwner, kPronounToNoun, kPrepositionToObject}) {
    EXPECT_GE(offsets[relation].size(), 3U) << relation;
  }
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
