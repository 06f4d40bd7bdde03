// The words of the small English grammar, in classes. Ids of one class are contiguous, so that a
// class is a range of ids; a noun's plural has the id after its singular.
#pragma once

#include <string>
#include <vector>

#include "base/matrix.h"

namespace attn {

enum EnglishClass {
  kStop,
  kThe,
  kThat,
  kBecause,
  kToo,
  kDid,
  kNot,
  kBe,       // is are was were
  kPronoun,  // it he she they
  kMan,
  kWoman,
  kAnimal,
  kWay,            // street, river: what is crossed
  kLiveAdjective,  // of people and animals
  kWayAdjective,
  kSaw,      // someone saw someone
  kCross,    // did not cross the street
  kCrossed,  // crossed the street
  kLead,     // did not lead the horse over the bridge
  kLed,
  kRuns,  // runs, run: agrees with its subject
  kRan,
  kNear,
  kOver,  // led the horse over the bridge
  kNumEnglishClasses
};

class EnglishWords {
 public:
  EnglishWords();

  const std::vector<std::string>& names() const { return names_; }  // by id
  // The id of the i-th word of a class.
  Index word(EnglishClass word_class, Index i = 0) const { return first_[word_class] + i; }
  // The number of words of a class.
  Index count(EnglishClass word_class) const {
    return word(EnglishClass(word_class + 1)) - word(word_class);
  }
  bool is(Index id, EnglishClass word_class) const { return is(id, word_class, word_class); }
  // True when the class of the word is one of first, .., last.
  bool is(Index id, EnglishClass first, EnglishClass last) const {
    return id >= word(first) && id < word(EnglishClass(last + 1));
  }
  bool is_noun(Index id) const { return is(id, kMan, kWay); }
  bool is_live(Index noun) const { return is(noun, kMan, kAnimal); }
  bool is_plural(Index noun) const { return (noun - word(kMan)) % 2 == 1; }
  // The pronoun that stands for a noun.
  Index pronoun_of(Index noun) const;

 private:
  std::vector<std::string> names_;
  Index first_[kNumEnglishClasses + 1];
};

}  // namespace attn
