// The words of the translation task. Every German word translates several English words or has an
// alternative in the same context ("nach Hause", "nach Berlin"). Two words that always appear
// together would not show which English word each of them comes from.
#pragma once

namespace attn::translation_words {

// The German definite article and the adjective after it depend on gender, number and case.
enum Gender { kMasculine, kFeminine, kNeuter };
inline constexpr const char* kNominative[] = {"der", "die", "das"};
inline constexpr const char* kAccusative[] = {"den", "die", "das"};
inline constexpr const char* kPluralArticle = "die";

struct TranslatedNoun {
  const char* english[2];  // singular, plural
  const char* german[2];
  Gender gender;
};
inline constexpr TranslatedNoun kNouns[] = {
    {{"group", "groups"}, {"Gruppe", "Gruppen"}, kFeminine},
    {{"woman", "women"}, {"Frau", "Frauen"}, kFeminine},
    {{"cat", "cats"}, {"Katze", "Katzen"}, kFeminine},
    {{"child", "children"}, {"Kind", "Kinder"}, kNeuter},
    {{"horse", "horses"}, {"Pferd", "Pferde"}, kNeuter},
    {{"girl", "girls"}, {"Mädchen", "Mädchen"}, kNeuter},
    {{"dog", "dogs"}, {"Hund", "Hunde"}, kMasculine},
    {{"king", "kings"}, {"König", "Könige"}, kMasculine},
    {{"teacher", "teachers"}, {"Lehrer", "Lehrer"}, kMasculine},
    {{"friend", "friends"}, {"Freund", "Freunde"}, kMasculine},
};

struct TranslatedAdjective {
  const char* english;
  const char* german[2];  // with -e; with -en: in the plural, and masculine in the accusative
};
inline constexpr TranslatedAdjective kAdjectives[] = {
    {"small", {"kleine", "kleinen"}},
    {"old", {"alte", "alten"}},
    {"young", {"junge", "jungen"}},
    {"good", {"gute", "guten"}},
};

struct TranslatedVerb {
  const char* english[2];  // past, infinitive
  const char* german[3];   // past singular, past plural, infinitive
};
inline constexpr TranslatedVerb kMoves[] = {
    {{"went", "go"}, {"ging", "gingen", "gehen"}},
    {{"ran", "run"}, {"lief", "liefen", "laufen"}},
    {{"came", "come"}, {"kam", "kamen", "kommen"}},
};
inline constexpr TranslatedVerb kSees[] = {
    {{"saw", "see"}, {"sah", "sahen", "sehen"}},
    {{"found", "find"}, {"fand", "fanden", "finden"}},
    {{"heard", "hear"}, {"hörte", "hörten", "hören"}},
    {{"loved", "love"}, {"liebte", "liebten", "lieben"}},
    {{"sought", "seek"}, {"suchte", "suchten", "suchen"}},
};
inline constexpr const char* kCan = "can";
inline constexpr const char* kGermanCan[] = {"kann", "können"};

struct TranslatedPlace {
  const char* english[2];  // "home" is one word
  const char* german[2];
};
inline constexpr TranslatedPlace kPlaces[] = {
    {{"home", nullptr}, {"nach", "Hause"}}, {{"to", "Berlin"}, {"nach", "Berlin"}},
    {{"to", "Rome"}, {"nach", "Rom"}},      {{"to", "school"}, {"zur", "Schule"}},
    {{"to", "church"}, {"zur", "Kirche"}},  {{"to", "work"}, {"zur", "Arbeit"}},
};

struct TranslatedWord {
  const char* english;
  const char* german;
};
inline constexpr TranslatedWord kWhen[] = {{"today", "heute"}, {"yesterday", "gestern"},
                                           {"then", "dann"},   {"there", "dort"},
                                           {"often", "oft"},   {"finally", "endlich"}};
inline constexpr TranslatedWord kSpeakers[] = {{"I", "ich"}, {"she", "sie"}, {"he", "er"}};
// The first four are followed by "that", the others by "because" or "when".
inline constexpr TranslatedWord kOpenings[] = {
    {"said", "sagte"},    {"knew", "wusste"}, {"hoped", "hoffte"},  {"thought", "dachte"},
    {"slept", "schlief"}, {"sang", "sang"},   {"waited", "wartete"}};
inline constexpr int kThatOpenings = 4;
inline constexpr TranslatedWord kConjunctions[] = {
    {"that", "dass"}, {"because", "weil"}, {"when", "als"}};

}  // namespace attn::translation_words
