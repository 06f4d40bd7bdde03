#include "training/tasks/english_generator.h"

#include "base/draw.h"

namespace attn {
namespace {

class EnglishWriter {
 public:
  EnglishWriter(const EnglishWords& words, Random& random) : words_(words), random_(random) {}

  std::vector<Index> write() {
    switch (below(random_, 8)) {
      case 0:
      case 1:
        write_description(1, false);
        break;
      case 2:
        write_description(2, false);
        break;
      case 3:
        write_description(below(random_, 2), true);
        break;
      case 4:
        write_crossing();
        break;
      case 5:
        write_meeting();
        break;
      default:
        write_leading();
    }
    add(kStop);
    return sentence_;
  }

 private:
  // the cat that chased the dogs was tired [because it ran]
  void write_description(Index clauses, bool because) {
    const bool past = chance(random_, 50);
    const Index subject = write_noun(kMan, kAnimal);
    for (Index avoid = subject; clauses > 0; --clauses) avoid = write_clause(avoid);
    if (!because && chance(random_, 40)) {
      add(kRuns, 2 * below(random_, words_.count(kRuns) / 2) + words_.is_plural(subject));
      return;
    }
    write_be(subject, past);
    add_any(kLiveAdjective);
    if (!because) return;
    if (chance(random_, 40)) {
      add(kBecause);
      sentence_.push_back(words_.pronoun_of(subject));
      add_any(kRan);
    } else {
      write_reason(subject, past);
    }
  }

  // that chased the dogs | that the dogs chased | near the dogs. Returns the noun.
  Index write_clause(Index avoid) {
    const Index form = below(random_, 3);
    if (form == 2) {
      add_any(kNear);
    } else {
      add(kThat);
    }
    if (form == 0) add_any(kSaw);
    const Index noun = write_noun(kMan, kAnimal, avoid);
    if (form == 1) add_any(kSaw);
    return noun;
  }

  // the animal did not cross the street because it was too tired | wide
  void write_crossing() {
    const Index subject = write_noun(kMan, kAnimal);
    write_verb(kCross, kCrossed);
    const Index way = write_noun(kWay, kWay);
    write_reason(chance(random_, 50) ? subject : way, true);
  }

  // the girl did not lead the horse over the bridge because it was too tired | narrow
  void write_leading() {
    const std::size_t begin = sentence_.size();
    for (;;) {
      sentence_.resize(begin);
      const Index person = write_noun(kMan, kWoman);
      write_verb(kLead, kLed);
      const Index animal = write_noun(kAnimal, kAnimal);
      add_any(kOver);
      const Index way = write_noun(kWay, kWay);
      const Index who = below(random_, 3);
      write_reason(who == 0 ? person : who == 1 ? animal : way, true);
      // With one pronoun for the person and the animal, "tired" could describe either.
      if (who == 2 || words_.pronoun_of(person) != words_.pronoun_of(animal)) return;
    }
  }

  // the girl saw the dogs because she was too hungry: the pronoun decides
  void write_meeting() {
    const std::size_t begin = sentence_.size();
    // With two singular nouns, only the gender decides, which takes more examples to learn.
    const bool singular = chance(random_, 50);
    Index subject, object;
    do {
      sentence_.resize(begin);
      subject = write_noun(kMan, kAnimal);
      add_any(kSaw);
      object = write_noun(kMan, kAnimal, subject);
    } while (words_.pronoun_of(subject) == words_.pronoun_of(object) ||
             (singular && (words_.is_plural(subject) || words_.is_plural(object))));
    write_reason(chance(random_, 50) ? subject : object, true);
  }

  // because it was too tired
  void write_reason(Index noun, bool past) {
    add(kBecause);
    sentence_.push_back(words_.pronoun_of(noun));
    write_be(noun, past);
    add(kToo);
    add_any(words_.is_live(noun) ? kLiveAdjective : kWayAdjective);
  }

  // "the" and a noun of the classes first, .., last. Returns the noun, which is not `avoid` in
  // singular or plural; -2: any noun.
  Index write_noun(EnglishClass first, EnglishClass last, Index avoid = -2) {
    const Index base = words_.word(first);
    const Index nouns = (words_.word(EnglishClass(last + 1)) - base) / 2;
    Index noun;
    do {
      noun = base + 2 * below(random_, nouns);
    } while (noun == avoid || noun + 1 == avoid);
    noun += below(random_, 2);
    add(kThe);
    sentence_.push_back(noun);
    return noun;
  }

  // did not cross | crossed
  void write_verb(EnglishClass infinitive, EnglishClass past) {
    const Index verb = below(random_, words_.count(infinitive));
    if (chance(random_, 50)) {
      add(kDid);
      add(kNot);
      add(infinitive, verb);
    } else {
      add(past, verb);
    }
  }

  void write_be(Index noun, bool past) { add(kBe, 2 * past + words_.is_plural(noun)); }
  void add(EnglishClass word_class, Index i = 0) {
    sentence_.push_back(words_.word(word_class, i));
  }
  void add_any(EnglishClass word_class) {
    add(word_class, below(random_, words_.count(word_class)));
  }

  const EnglishWords& words_;
  Random& random_;
  std::vector<Index> sentence_;
};

}  // namespace

std::vector<Index> english_sentence(const EnglishWords& words, Random& random) {
  return EnglishWriter(words, random).write();
}

}  // namespace attn
