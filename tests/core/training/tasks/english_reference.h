// An independent reader of the small English grammar: its own word lists, a regular expression for
// the sentences, and rules about neighboring words.
#pragma once

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace attn {

struct ReferenceWord {
  std::string role;
  int position = -1;  // the position of the word that it goes with
};

class EnglishReference {
 public:
  EnglishReference() {
    add('.', ".");
    add('t', "the");
    add('h', "that");
    add('b', "because");
    add('o', "too");
    add('d', "did");
    add('n', "not");
    add('I', "is are was were");
    add('P', "it he she they");
    add('N',
        "man men boy boys king kings woman women girl girls queen queens animal animals cat cats");
    add('N', "dog dogs horse horses street streets river rivers bridge bridges field fields");
    add('L', "tired hungry afraid slow young sick");
    add('W', "wide long dark wet steep narrow");
    add('S', "chased saw followed loved feared watched");
    add('c', "cross enter leave like");
    add('C', "crossed entered left liked");
    add('g', "lead ride drive push");
    add('G', "led rode drove pushed");
    add('R', "runs run sleeps sleep waits wait sings sing");
    add('r', "ran slept waited sang");
    add('p', "near behind with");
    add('v', "over across along past");
  }

  std::size_t size() const { return letter_.size(); }
  bool knows(const std::string& word) const { return letter_.count(word) > 0; }

  // Returns one letter per word.
  std::string letters(const std::vector<std::string>& words) const {
    std::string text;
    for (const std::string& word : words) text += letter_.at(word);
    return text;
  }

  // The six kinds of sentences that are generated; "" for anything else.
  std::string kind(const std::vector<std::string>& words) const {
    static const std::vector<std::pair<std::string, std::regex>> kinds = {
        {"one clause", std::regex("tN(hStN|htNS|ptN)(I[L]|R)\\.")},
        {"two clauses", std::regex("tN(hStN|htNS|ptN){2}(I[L]|R)\\.")},
        {"pronoun of the subject", std::regex("tN(hStN|htNS|ptN)?I[L]bP(r|Io[L])\\.")},
        {"pronoun by adjective", std::regex("tN(dnc|C)tNbPIo[LW]\\.")},
        {"pronoun of three nouns", std::regex("tN(dng|G)tNvtNbPIo[LW]\\.")},
        {"pronoun by gender or number", std::regex("tNStNbPIo[L]\\.")}};
    const std::string text = letters(words);
    for (const auto& [name, pattern] : kinds) {
      if (std::regex_match(text, pattern)) return name;
    }
    return "";
  }

  static bool plural(const std::string& noun) {
    return noun == "men" || noun == "women" || noun.back() == 's';
  }
  static std::string gender(std::string noun) {
    if (noun == "men" || noun == "women") noun.replace(noun.size() - 2, 1, "a");
    if (noun.back() == 's') noun.pop_back();
    const auto in = [&](const std::string& list) {
      return list.find(noun + " ") != std::string::npos;
    };
    if (in("boy king ") || noun == "man") return "he";
    if (in("woman girl queen ")) return "she";
    return in("animal cat dog horse ") ? "animal" : "way";
  }
  static std::string pronoun(const std::string& noun) {
    if (plural(noun)) return "they";
    const std::string g = gender(noun);
    return g == "he" || g == "she" ? g : "it";
  }

  // All nouns that the pronoun after "because" can stand for.
  std::vector<int> antecedents(const std::vector<std::string>& words) const {
    const std::string text = letters(words);
    const int because = static_cast<int>(text.find('b'));
    const bool way = text.find('W', static_cast<std::size_t>(because)) != std::string::npos;
    const int verb = main_verb(words);
    std::vector<int> found;
    for (int i = 0; i < because; ++i) {
      if (text[static_cast<std::size_t>(i)] != 'N' || (i > 1 && i < verb)) continue;
      const std::string& noun = words[static_cast<std::size_t>(i)];
      if (pronoun(noun) != words[static_cast<std::size_t>(because + 1)]) continue;
      if ((gender(noun) == "way") == way) found.push_back(i);
    }
    return found;
  }

  // The verb of the main clause: the last one before "because" or the period.
  int main_verb(const std::vector<std::string>& words) const {
    const std::string text = letters(words);
    return static_cast<int>(text.find_last_of("IRScCgG", text.find_first_of("b.")));
  }

  std::vector<ReferenceWord> read(const std::vector<std::string>& words) const {
    const std::string text = letters(words);
    const int n = static_cast<int>(words.size());
    const int because = static_cast<int>(text.find_first_of("b."));
    const int verb = main_verb(words);
    const int said = text[static_cast<std::size_t>(verb)] == 'I' ? verb + 1 : verb;
    const int who = text[static_cast<std::size_t>(because)] == 'b' ? antecedents(words).at(0) : -1;
    std::vector<ReferenceWord> read;
    for (int i = 0; i < n; ++i) {
      const auto letter = [&](int at) { return text[static_cast<std::size_t>(at)]; };
      const int about = i > because ? who : 1;
      switch (letter(i)) {
        case 't':
          read.push_back({"determiner", i + 1});
          break;
        case 'N':
          read.push_back({"noun", i == 1 ? said : letter(i - 2) == 'h' ? i + 1 : i - 2});
          break;
        case 'h':
          // "that" after a verb repeats the noun of the "that" before it.
          read.push_back({"that", letter(i - 1) == 'N' ? i - 1 : 1});
          break;
        case 'S':
          if (i == verb) {
            read.push_back({"verb", 1});
          } else {
            read.push_back({"verb of a clause", letter(i - 1) == 'h'
                                                    ? read[static_cast<std::size_t>(i - 1)].position
                                                    : i - 1});
          }
          break;
        case 'I':
        case 'R':
        case 'r':
          read.push_back({i < because && i > 2 ? "verb across clauses" : "verb", about});
          break;
        case 'c':
        case 'C':
        case 'g':
        case 'G':
          read.push_back({"verb", 1});
          break;
        case 'd':
          read.push_back({"did not", i + 2});
          break;
        case 'n':
          read.push_back({"did not", i + 1});
          break;
        case 'L':
        case 'W':
          read.push_back({"adjective", about});
          break;
        case 'o':
          read.push_back({"too", i + 1});
          break;
        case 'P':
          read.push_back({kind(words), who});
          break;
        case 'p':
        case 'v':
          read.push_back({"preposition", i + 2});
          break;
        case 'b':
          read.push_back({"because", n - 2});
          break;
        default:
          read.push_back({"full stop", said});
      }
    }
    return read;
  }

 private:
  void add(char letter, const std::string& words) {
    std::istringstream list(words);
    for (std::string word; list >> word;) letter_[word] = letter;
  }

  std::map<std::string, char> letter_;
};

}  // namespace attn
