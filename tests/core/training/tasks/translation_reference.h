// An independent translator of the task's English sentences into German: its own dictionary, and
// reordering of the English words by their positions.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn {

struct ReferenceGerman {
  std::string word;
  int source;
};

class TranslationReference {
 public:
  std::vector<ReferenceGerman> translate(const std::vector<std::string>& english) const {
    std::vector<ReferenceGerman> german;
    std::size_t at = 0;
    const std::string& first = english[0];
    const bool inverted = adverbs_.count(first) > 0;
    const bool final = first == "I" || first == "she" || first == "he";
    if (inverted || final) german.push_back({simple(first), 0});
    if (final) {
      const bool that = english.at(2) == "that";
      const std::string& said = english.at(1);
      if (that == (said == "slept" || said == "sang" || said == "waited")) {
        throw std::runtime_error("no conjunction follows " + said);
      }
      german.push_back({simple(said), 1});
      german.push_back({simple(english.at(2)), 2});
    }
    at = german.size();

    std::size_t verb = at;
    while (english.at(verb) != "can" && verbs_.count(english[verb]) == 0) ++verb;
    const bool modal = english[verb] == "can";
    const bool plural = nouns_.at(english[verb - 1]).plural;
    const std::string finite =
        modal ? (plural ? "können" : "kann") : past(verbs_.at(english[verb]), plural);
    const std::vector<ReferenceGerman> subject = phrase(english, at, verb, false);
    const std::size_t object_at = verb + (modal ? 2 : 1);
    const std::vector<ReferenceGerman> object = object_of(english, object_at);
    const auto append = [&](const std::vector<ReferenceGerman>& more) {
      german.insert(german.end(), more.begin(), more.end());
    };
    const ReferenceGerman finite_word = {finite, static_cast<int>(verb)};
    if (inverted) german.push_back(finite_word);
    append(subject);
    if (!inverted && !final) german.push_back(finite_word);
    append(object);
    if (final) german.push_back(finite_word);
    if (modal) german.push_back({infinitives_.at(english[verb + 1]), static_cast<int>(verb) + 1});
    return german;
  }

 private:
  struct Noun {
    std::string german;
    char gender;
    bool plural;
  };

  std::string simple(const std::string& word) const { return simple_.at(word); }

  // Reads "ging/en" and "hörte/n": the singular, and the ending that the plural adds.
  static std::string past(const std::string& forms, bool plural) {
    const std::size_t slash = forms.find('/');
    return forms.substr(0, slash) + (plural ? forms.substr(slash + 1) : "");
  }

  std::vector<ReferenceGerman> phrase(const std::vector<std::string>& english, std::size_t begin,
                                      std::size_t end, bool accusative) const {
    if (english.at(begin) != "the") throw std::runtime_error("no article");
    const Noun& noun = nouns_.at(english[end - 1]);
    std::string article = noun.gender == 'f' || noun.plural ? "die" : "das";
    if (noun.gender == 'm' && !noun.plural) article = accusative ? "den" : "der";
    std::vector<ReferenceGerman> german = {{article, static_cast<int>(begin)}};
    if (end - begin == 3) {
      german.push_back(
          {adjectives_.at(english[begin + 1]) + (noun.plural || article == "den" ? "en" : "e"),
           static_cast<int>(begin) + 1});
    }
    german.push_back({noun.german, static_cast<int>(end) - 1});
    if (german.size() != end - begin) throw std::runtime_error("too many words before a noun");
    return german;
  }

  std::vector<ReferenceGerman> object_of(const std::vector<std::string>& english,
                                         std::size_t at) const {
    const int source = static_cast<int>(at);
    if (english.at(at) == "the") return phrase(english, at, english.size(), true);
    if (english[at] == "home" && english.size() == at + 1) {
      return {{"nach", source}, {"Hause", source}};
    }
    if (english[at] != "to" || english.size() != at + 2) throw std::runtime_error("no place");
    const std::string& place = english[at + 1];
    const bool city = place == "Berlin" || place == "Rome";
    return {{city ? "nach" : "zur", source}, {simple(place), source + 1}};
  }

  std::map<std::string, Noun> nouns_ = {
      {"group", {"Gruppe", 'f', false}},   {"groups", {"Gruppen", 'f', true}},
      {"woman", {"Frau", 'f', false}},     {"women", {"Frauen", 'f', true}},
      {"cat", {"Katze", 'f', false}},      {"cats", {"Katzen", 'f', true}},
      {"child", {"Kind", 'n', false}},     {"children", {"Kinder", 'n', true}},
      {"horse", {"Pferd", 'n', false}},    {"horses", {"Pferde", 'n', true}},
      {"girl", {"Mädchen", 'n', false}},   {"girls", {"Mädchen", 'n', true}},
      {"dog", {"Hund", 'm', false}},       {"dogs", {"Hunde", 'm', true}},
      {"king", {"König", 'm', false}},     {"kings", {"Könige", 'm', true}},
      {"teacher", {"Lehrer", 'm', false}}, {"teachers", {"Lehrer", 'm', true}},
      {"friend", {"Freund", 'm', false}},  {"friends", {"Freunde", 'm', true}}};
  std::map<std::string, std::string> adjectives_ = {
      {"small", "klein"}, {"old", "alt"}, {"young", "jung"}, {"good", "gut"}};
  std::map<std::string, std::string> verbs_ = {
      {"went", "ging/en"},  {"ran", "lief/en"},   {"came", "kam/en"},    {"saw", "sah/en"},
      {"found", "fand/en"}, {"heard", "hörte/n"}, {"loved", "liebte/n"}, {"sought", "suchte/n"}};
  std::map<std::string, std::string> infinitives_ = {
      {"go", "gehen"},    {"run", "laufen"}, {"come", "kommen"}, {"see", "sehen"},
      {"find", "finden"}, {"hear", "hören"}, {"love", "lieben"}, {"seek", "suchen"}};
  std::map<std::string, int> adverbs_ = {{"today", 1}, {"yesterday", 1}, {"then", 1},
                                         {"there", 1}, {"often", 1},     {"finally", 1}};
  std::map<std::string, std::string> simple_ = {
      {"today", "heute"},    {"yesterday", "gestern"}, {"then", "dann"},     {"there", "dort"},
      {"often", "oft"},      {"finally", "endlich"},   {"I", "ich"},         {"she", "sie"},
      {"he", "er"},          {"said", "sagte"},        {"knew", "wusste"},   {"hoped", "hoffte"},
      {"thought", "dachte"}, {"slept", "schlief"},     {"sang", "sang"},     {"waited", "wartete"},
      {"that", "dass"},      {"because", "weil"},      {"when", "als"},      {"Berlin", "Berlin"},
      {"Rome", "Rom"},       {"school", "Schule"},     {"church", "Kirche"}, {"work", "Arbeit"}};
};

}  // namespace attn
