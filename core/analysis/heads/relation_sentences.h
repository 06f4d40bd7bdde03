// English sentences in which it is known which word each word should look at.
#pragma once

#include <string>
#include <vector>

#include "analysis/heads/head_finder.h"
#include "base/random.h"

namespace attn {

enum WordRelation : Index {
  kPreviousWord,
  kNextWord,
  kSameWordBefore,    // a repeated noun -> its first occurrence
  kDeterminerToNoun,  // the, a, her -> its noun, with 0 to 2 adjectives and a modifier between
  kAdjectiveToNoun,   // before it, or after "was"
  kVerbToSubject,     // with a phrase, a clause or an auxiliary between, or nothing
  kSubjectToVerb,     // only for subjects without a clause, which have one verb
  kVerbToObject,
  kObjectToVerb,
  kPossessiveToOwner,  // her -> girl
  kPronounToNoun,      // he, she, it -> the noun it stands for
  kAuxiliaryToVerb,    // with an adverb between or not
  kPrepositionToObject,
  kInduction,  // a repeated noun -> the word after its first occurrence; for decoders
  kNumWordRelations
};

// "previous_word" .. "induction"
const char* relation_name(WordRelation relation);

RelationKind relation_kind(WordRelation relation);

struct RelationSentence {
  std::vector<std::string> words;  // lower case, no punctuation
  std::vector<WordKind> kinds;     // "was" is a verb; pronouns and auxiliaries are other words
  std::vector<WordPair> pairs;     // `relation` is a WordRelation
};

// The next sentence: a subject, perhaps a place or a clause ("who was tired"), a verb, an object,
// and perhaps a place and a reason. Subject, object and place are different words, and of those
// named before a pronoun or possessive exactly one agrees with it in gender. Many things and places
// have a noun as modifier, such as "castle" in "the castle wall", which has no relation of its own:
// the nearest noun is then not the right one for determiner, adjective, preposition and verb.
RelationSentence relation_sentence(Random& random);

}  // namespace attn
