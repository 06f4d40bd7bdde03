// Reads a sentence of the small English grammar and finds the word that each word goes with.
#pragma once

#include <vector>

#include "training/tasks/english_words.h"

namespace attn {

// The role of a word in its sentence. Its value is the index of its relation in a task.
enum EnglishRole {
  kDeterminer,     // the -> its noun
  kNounRole,       // -> its verb; the adjective after "be"; the preposition or verb before it
  kAcrossClauses,  // a verb that agrees with its subject, with a clause between them -> the subject
  kMainVerb,       // any other verb of the main clause, or of the reason -> its subject's noun
  kClauseVerb,     // chased, after "that" -> who chased
  kDidNot,         // -> their verb
  kTooRole,        // -> its adjective
  kAdjective,      // -> the noun it describes, not the pronoun
  kPronounByAdjective,  // it, of two nouns: too tired -> the animal, too wide -> the street
  kPronounOfThree,      // the same with three nouns
  kPronounByForm,       // he, she, it or they decides between two nouns
  kPronounOfSubject,    // there is one noun that it can stand for
  kThatRole,            // -> the noun it follows
  kPreposition,         // -> its noun
  kBecauseRole,         // -> the reason: tired, ran
  kStopRole,            // . -> what the sentence states: cross, tired
  kNumEnglishRoles
};

// The kinds of sentences; the index of a task's category.
enum EnglishKind {
  kOneClause,
  kTwoClauses,
  kOneNoun,
  kByAdjective,
  kThreeNouns,
  kByForm,
  kNumEnglishKinds
};

struct EnglishLink {
  EnglishRole role;
  Index position;  // of the word that it goes with; -1 where the sentence does not decide
  bool answers;    // asked by the objective "who": pronouns, and verbs that agree
};

struct EnglishLinks {
  EnglishKind kind;
  // One per word; empty if the tokens are not a sentence of this grammar.
  std::vector<EnglishLink> links;
};

EnglishLinks english_links(const EnglishWords& words, const std::vector<Index>& sentence);

}  // namespace attn
