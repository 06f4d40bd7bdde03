#include "analysis/heads/relation_sentences.h"

#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/heads/relation_words.h"
#include "base/draw.h"

namespace attn {
namespace {

using namespace relation_words;

// The percentage of things and places that follow another noun.
constexpr Index kWithModifier = 30;

enum class Gender { kWoman, kMan, kThing };

struct Noun {
  const char* word;
  Gender gender;
  const char* modifier = nullptr;
  Index position = -1;  // in the sentence
};

Noun thing_of(Random& random, std::span<const ModifiedNoun> nouns) {
  const auto& [word, modifiers] = pick(random, nouns);
  return {word, Gender::kThing, chance(random, kWithModifier) ? pick(random, modifiers) : nullptr};
}

Noun noun_of(Random& random, Gender gender) {
  switch (gender) {
    case Gender::kWoman:
      return {pick(random, kWomen), gender};
    case Gender::kMan:
      return {pick(random, kMen), gender};
    case Gender::kThing:
      break;
  }
  return thing_of(random, kThings);
}

const char* pronoun_of(Gender gender) {
  if (gender == Gender::kThing) return "it";
  return gender == Gender::kWoman ? "she" : "he";
}

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  Index say(std::string word, WordKind kind = WordKind::kOther) {
    sentence_.words.push_back(std::move(word));
    sentence_.kinds.push_back(kind);
    return static_cast<Index>(sentence_.words.size()) - 1;
  }

  void relate(WordRelation relation, Index from, Index to) {
    sentence_.pairs.push_back({relation, from, to});
  }

  // The determiner, 0 to 2 adjectives (a size before a quality), perhaps a modifier, and the noun.
  // Returns the determiner's position.
  Index phrase(std::string determiner, Noun& noun) {
    std::vector<std::string> adjectives;
    const Index count = below(random_, 3);
    const bool size = count == 2 || (count == 1 && chance(random_, 50));
    if (size) adjectives.push_back(pick(random_, kSizes));
    if (count > static_cast<Index>(size)) adjectives.push_back(pick(random_, kQualities));
    if (determiner == "a" && count > 0 && adjectives[0] == "old") determiner = "an";
    const Index start = say(std::move(determiner));
    for (std::string& adjective : adjectives) say(std::move(adjective));
    if (noun.modifier) say(noun.modifier, WordKind::kNoun);
    noun.position = say(noun.word, WordKind::kNoun);
    relate(kDeterminerToNoun, start, noun.position);
    for (Index adjective = start + 1; adjective <= start + count; ++adjective) {
      relate(kAdjectiveToNoun, adjective, noun.position);
    }
    return start;
  }

  void phrase(Noun& noun) { phrase(pick(random_, kDeterminers), noun); }

  // "her small ball"; the sentence already has `owner`.
  void phrase_of(const Noun& owner, Noun& noun) {
    const Index start = phrase(owner.gender == Gender::kWoman ? "her" : "his", noun);
    relate(kPossessiveToOwner, start, owner.position);
  }

  // "near the castle wall", or with an owner "near her garden".
  void place(const Noun* owner) {
    const Index preposition = say(pick(random_, kPrepositions));
    Noun noun = thing_of(random_, kPlaces);
    if (owner) {
      phrase_of(*owner, noun);
    } else {
      phrase(noun);
    }
    relate(kPrepositionToObject, preposition, noun.position);
  }

  RelationSentence finish() {
    for (Index word = 1; word < static_cast<Index>(sentence_.words.size()); ++word) {
      relate(kPreviousWord, word, word - 1);
      relate(kNextWord, word - 1, word);
    }
    return std::move(sentence_);
  }

 private:
  Random& random_;
  RelationSentence sentence_;
};

// An adverb separates some auxiliaries from their verb.
void verb_and_object(Random& random, Writer& writer, const Noun& subject, bool has_clause,
                     Noun& object) {
  const bool has_auxiliary = chance(random, 40);
  const Index auxiliary = has_auxiliary ? writer.say(pick(random, kAuxiliaries)) : -1;
  if (has_auxiliary && chance(random, 40)) writer.say(pick(random, kAdverbs));
  const bool object_is_thing = object.gender == Gender::kThing;
  const RelationVerb& verb = pick(random, object_is_thing ? kVerbsOfThings : kVerbsOfPeople);
  const Index verb_position = writer.say(has_auxiliary ? verb.base : verb.past, WordKind::kVerb);
  if (has_auxiliary) writer.relate(kAuxiliaryToVerb, auxiliary, verb_position);
  if (object_is_thing && chance(random, 30)) {
    writer.phrase_of(subject, object);
  } else {
    writer.phrase(object);
  }
  writer.relate(kVerbToSubject, verb_position, subject.position);
  // A subject with a clause has two verbs.
  if (!has_clause) writer.relate(kSubjectToVerb, subject.position, verb_position);
  writer.relate(kVerbToObject, verb_position, object.position);
  writer.relate(kObjectToVerb, object.position, verb_position);
}

const char* state_of(Random& random, Gender gender) {
  return pick(random, gender == Gender::kThing ? kStatesOfThings : kStatesOfPeople);
}

}  // namespace

const char* relation_name(WordRelation relation) {
  static constexpr const char* kNames[] = {
      "previous_word",         "next_word",         "same_word_before",
      "determiner_to_noun",    "adjective_to_noun", "verb_to_subject",
      "subject_to_verb",       "verb_to_object",    "object_to_verb",
      "possessive_to_owner",   "pronoun_to_noun",   "auxiliary_to_verb",
      "preposition_to_object", "induction"};
  static_assert(std::size(kNames) == kNumWordRelations);
  return kNames[relation];
}

RelationKind relation_kind(WordRelation relation) {
  switch (relation) {
    case kPreviousWord:
    case kNextWord:
      return {.is_offset = true};
    case kSubjectToVerb:
    case kObjectToVerb:
    case kAuxiliaryToVerb:
      return {.to = WordKind::kVerb};
    case kInduction:
    case kNumWordRelations:
      return {};
    default:
      return {.to = WordKind::kNoun};
  }
}

RelationSentence relation_sentence(Random& random) {
  Writer writer(random);
  const bool woman = chance(random, 50);
  Noun subject = noun_of(random, woman ? Gender::kWoman : Gender::kMan);
  const Gender other = woman ? Gender::kMan : Gender::kWoman;
  // As in most texts, most objects are things.
  Noun object = noun_of(random, chance(random, 30) ? other : Gender::kThing);

  writer.phrase(subject);
  // A place before the verb has no owner.
  const bool place_first = chance(random, 30);
  const bool has_clause = !place_first && chance(random, 25);
  if (place_first) writer.place(nullptr);
  if (has_clause) {
    writer.say("who");
    writer.say("was", WordKind::kVerb);
    writer.say(pick(random, kStatesOfPeople));
  }
  verb_and_object(random, writer, subject, has_clause, object);

  if (!place_first && chance(random, 50)) {
    const Noun& owner = object.gender != Gender::kThing && chance(random, 50) ? object : subject;
    writer.place(&owner);
  } else if (chance(random, 80)) {
    const Noun& noun = chance(random, 50) ? object : subject;
    writer.say("because");
    // If there is a place too, "it" would be ambiguous.
    if (chance(random, 50) && !(place_first && noun.gender == Gender::kThing)) {
      writer.relate(kPronounToNoun, writer.say(pronoun_of(noun.gender)), noun.position);
      writer.say("was", WordKind::kVerb);
      writer.say(state_of(random, noun.gender));
    } else {
      const Index determiner = writer.say("the");
      const Index again = writer.say(noun.word, WordKind::kNoun);
      writer.relate(kDeterminerToNoun, determiner, again);
      writer.relate(kSameWordBefore, again, noun.position);
      writer.relate(kInduction, again, noun.position + 1);
      writer.say("was", WordKind::kVerb);
      writer.relate(kAdjectiveToNoun, writer.say(state_of(random, noun.gender)), again);
    }
  }
  return writer.finish();
}

}  // namespace attn
