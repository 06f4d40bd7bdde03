#include "training/tasks/translation_plan.h"

#include "base/draw.h"
#include "training/tasks/translation_words.h"

namespace attn {
namespace {

using namespace translation_words;

template <class List>
Index any_of(Random& random, const List& list) {
  return below(random, static_cast<Index>(std::size(list)));
}

TranslatedPhrase random_phrase(Random& random) {
  TranslatedPhrase phrase;
  phrase.noun = any_of(random, kNouns);
  phrase.plural = chance(random, 50);
  if (chance(random, 40)) phrase.adjective = any_of(random, kAdjectives);
  return phrase;
}

class Translator {
 public:
  explicit Translator(const TranslationPlan& plan) : plan_(plan) {}

  Translation translate() {
    if (plan_.order == WordOrder::kInverted) both(kWhen[plan_.when]);
    if (plan_.order == WordOrder::kFinal) {
      both(kSpeakers[plan_.speaker]);
      both(kOpenings[plan_.opening]);
      both(kConjunctions[plan_.conjunction]);
    }
    const bool modal = plan_.order == WordOrder::kModal;
    const TranslatedVerb& verb = plan_.place < 0 ? kSees[plan_.verb] : kMoves[plan_.verb];
    const Index subject = english_phrase(plan_.subject);
    const Index finite = english(modal ? kCan : verb.english[0]);
    const Index infinitive = modal ? english(verb.english[1]) : finite;
    const Index object = plan_.place < 0 ? english_phrase(plan_.object) : english_place();

    const char* german_finite =
        modal ? kGermanCan[plan_.subject.plural] : verb.german[plan_.subject.plural];
    if (plan_.order == WordOrder::kInverted) german(german_finite, finite);
    german_phrase(plan_.subject, subject, kNominative);
    if (plan_.order == WordOrder::kMain || modal) german(german_finite, finite);
    if (plan_.place < 0) {
      german_phrase(plan_.object, object, kAccusative);
    } else {
      const TranslatedPlace& place = kPlaces[plan_.place];
      german(place.german[0], object, true);
      german(place.german[1], object + (place.english[1] != nullptr));
    }
    if (plan_.order == WordOrder::kFinal) german(german_finite, finite);
    if (modal) german(verb.german[2], infinitive);
    return std::move(translation_);
  }

 private:
  // Returns the position of the word.
  Index english(const char* word) {
    translation_.english.push_back(word);
    return static_cast<Index>(translation_.english.size()) - 1;
  }

  // Returns the position of "the".
  Index english_phrase(const TranslatedPhrase& phrase) {
    const Index position = english("the");
    if (phrase.adjective >= 0) english(kAdjectives[phrase.adjective].english);
    english(kNouns[phrase.noun].english[phrase.plural]);
    return position;
  }

  Index english_place() {
    const TranslatedPlace& place = kPlaces[plan_.place];
    const Index first = english(place.english[0]);
    if (place.english[1] != nullptr) english(place.english[1]);
    return first;
  }

  void german(const char* word, Index source, bool function = false) {
    translation_.german.push_back({word, source, function});
  }

  void german_phrase(const TranslatedPhrase& phrase, Index source, const char* const articles[]) {
    const TranslatedNoun& noun = kNouns[phrase.noun];
    german(phrase.plural ? kPluralArticle : articles[noun.gender], source++, true);
    if (phrase.adjective >= 0) {
      const bool long_ending =
          phrase.plural || (articles == kAccusative && noun.gender == kMasculine);
      german(kAdjectives[phrase.adjective].german[long_ending], source++);
    }
    german(noun.german[phrase.plural], source);
  }

  void both(const TranslatedWord& word) { german(word.german, english(word.english)); }

  const TranslationPlan& plan_;
  Translation translation_;
};

// Reads an English sentence of the task, word by word.
class PlanReader {
 public:
  explicit PlanReader(const std::vector<std::string_view>& words) : words_(words) {}

  std::optional<TranslationPlan> read() {
    TranslationPlan plan;
    const auto english = [](const TranslatedWord& word) { return word.english; };
    if (next_of(kWhen, english, plan.when)) {
      plan.order = WordOrder::kInverted;
    } else if (next_of(kSpeakers, english, plan.speaker)) {
      plan.order = WordOrder::kFinal;
      if (!next_of(kOpenings, english, plan.opening)) return {};
      if (!next_of(kConjunctions, english, plan.conjunction)) return {};
      if ((plan.opening < kThatOpenings) != (plan.conjunction == 0)) return {};
    }
    if (!next_phrase(plan.subject)) return {};
    if (next(kCan)) {
      if (plan.order != WordOrder::kMain) return {};
      plan.order = WordOrder::kModal;
    }
    const int form = plan.order == WordOrder::kModal;
    const auto verb = [&](const TranslatedVerb& entry) { return entry.english[form]; };
    if (next_of(kMoves, verb, plan.verb)) {
      if (!next_place(plan.place)) return {};
    } else if (!next_of(kSees, verb, plan.verb) || !next_phrase(plan.object)) {
      return {};
    }
    if (cursor_ != words_.size()) return {};
    return plan;
  }

 private:
  bool next(std::string_view word) {
    if (cursor_ >= words_.size() || words_[cursor_] != word) return false;
    ++cursor_;
    return true;
  }

  template <class List, class Word>
  bool next_of(const List& list, Word&& word, Index& index) {
    for (std::size_t i = 0; i < std::size(list); ++i) {
      index = static_cast<Index>(i);
      if (next(word(list[i]))) return true;
    }
    return false;
  }

  bool next_phrase(TranslatedPhrase& phrase) {
    if (!next("the")) return false;
    const auto adjective = [](const TranslatedAdjective& entry) { return entry.english; };
    if (!next_of(kAdjectives, adjective, phrase.adjective)) phrase.adjective = -1;
    for (const bool plural : {false, true}) {
      phrase.plural = plural;
      const auto noun = [&](const TranslatedNoun& entry) { return entry.english[plural]; };
      if (next_of(kNouns, noun, phrase.noun)) return true;
    }
    return false;
  }

  bool next_place(Index& place) {
    const bool to = next(kPlaces[1].english[0]);
    return next_of(
               kPlaces,
               [&](const TranslatedPlace& entry) {
                 return entry.english[to] ? entry.english[to] : "";
               },
               place) &&
           (kPlaces[place].english[1] != nullptr) == to;
  }

  const std::vector<std::string_view>& words_;
  std::size_t cursor_ = 0;
};

template <class List, class Words>
void append_words(std::vector<std::string>& all, const List& list, Words&& words_of) {
  for (const auto& entry : list) {
    for (const char* word : words_of(entry)) {
      if (word != nullptr) all.push_back(word);
    }
  }
}

using WordList = std::vector<const char*>;

}  // namespace

TranslationPlan random_plan(Random& random) {
  TranslationPlan plan;
  plan.order = WordOrder(below(random, 4));
  if (plan.order == WordOrder::kInverted) plan.when = any_of(random, kWhen);
  if (plan.order == WordOrder::kFinal) {
    plan.speaker = any_of(random, kSpeakers);
    const bool that = chance(random, 50);
    plan.opening =
        that ? below(random, kThatOpenings)
             : between(random, kThatOpenings, static_cast<Index>(std::size(kOpenings)) - 1);
    plan.conjunction = that ? 0 : between(random, 1, 2);
  }
  plan.subject = random_phrase(random);
  if (chance(random, 50)) {
    plan.verb = any_of(random, kMoves);
    // "home" is drawn twice as often as each other place, so that "nach" comes from "home" as often
    // as from "to".
    plan.place = std::max(below(random, static_cast<Index>(std::size(kPlaces)) + 1) - 1, Index{0});
  } else {
    plan.verb = any_of(random, kSees);
    plan.object = random_phrase(random);
  }
  return plan;
}

Translation translation_of(const TranslationPlan& plan) { return Translator(plan).translate(); }

std::optional<TranslationPlan> plan_of(const std::vector<std::string_view>& english) {
  return PlanReader(english).read();
}

std::vector<std::string> english_translation_words() {
  std::vector<std::string> all = {"the", kCan};
  append_words(all, kNouns,
               [](auto& entry) { return WordList{entry.english[0], entry.english[1]}; });
  append_words(all, kAdjectives, [](auto& entry) { return WordList{entry.english}; });
  append_words(all, kMoves,
               [](auto& entry) { return WordList{entry.english[0], entry.english[1]}; });
  append_words(all, kSees,
               [](auto& entry) { return WordList{entry.english[0], entry.english[1]}; });
  append_words(all, kPlaces,
               [](auto& entry) { return WordList{entry.english[0], entry.english[1]}; });
  const auto word = [](const TranslatedWord& entry) { return WordList{entry.english}; };
  append_words(all, kWhen, word);
  append_words(all, kSpeakers, word);
  append_words(all, kOpenings, word);
  append_words(all, kConjunctions, word);
  return all;
}

std::vector<std::string> german_translation_words() {
  std::vector<std::string> all = {kGermanCan[0], kGermanCan[1]};
  all.insert(all.end(), {kNominative[0], kNominative[1], kNominative[2], kAccusative[0]});
  append_words(all, kNouns, [](auto& entry) { return WordList{entry.german[0], entry.german[1]}; });
  append_words(all, kAdjectives,
               [](auto& entry) { return WordList{entry.german[0], entry.german[1]}; });
  const auto verb = [](const TranslatedVerb& entry) {
    return WordList{entry.german[0], entry.german[1], entry.german[2]};
  };
  append_words(all, kMoves, verb);
  append_words(all, kSees, verb);
  append_words(all, kPlaces,
               [](auto& entry) { return WordList{entry.german[0], entry.german[1]}; });
  const auto word = [](const TranslatedWord& entry) { return WordList{entry.german}; };
  append_words(all, kWhen, word);
  append_words(all, kSpeakers, word);
  append_words(all, kOpenings, word);
  append_words(all, kConjunctions, word);
  return all;
}

}  // namespace attn
