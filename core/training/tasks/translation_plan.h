// What a sentence of the translation task says, and its wording in both languages.
//
//   main      the group went home               die Gruppe ging nach Hause
//   modal     the group can go home             die Gruppe kann nach Hause gehen
//   inverted  today the group went home         heute ging die Gruppe nach Hause
//   final     I said that the group went home   ich sagte dass die Gruppe nach Hause ging
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace attn {

enum class WordOrder { kMain, kModal, kInverted, kFinal };

// Indices into the lists of translation_words.h.
struct TranslatedPhrase {
  Index noun = 0;
  bool plural = false;
  Index adjective = -1;  // -1: none
};

struct TranslationPlan {
  WordOrder order = WordOrder::kMain;
  Index when = 0;                                   // inverted
  Index speaker = 0, opening = 0, conjunction = 0;  // final
  TranslatedPhrase subject;
  Index verb = 0;
  Index place = -1;  // of a verb of kMoves; -1: a verb of kSees with an object
  TranslatedPhrase object;
};

struct GermanWord {
  std::string_view word;
  Index source;   // the position of the English word that it comes from
  bool function;  // an article or a preposition
};

struct Translation {
  std::vector<std::string_view> english;
  std::vector<GermanWord> german;
};

TranslationPlan random_plan(Random& random);
Translation translation_of(const TranslationPlan& plan);

// The plan of an English sentence, or nothing when it is not a sentence of this task.
std::optional<TranslationPlan> plan_of(const std::vector<std::string_view>& english);

// Every word of each language, in no particular order.
std::vector<std::string> english_translation_words();
std::vector<std::string> german_translation_words();

}  // namespace attn
