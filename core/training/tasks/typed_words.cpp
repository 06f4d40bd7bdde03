#include "training/tasks/typed_words.h"

#include "training/tasks/symbols.h"

namespace attn {

std::vector<std::string> typed_words(std::string_view text) {
  constexpr std::string_view kApostrophe = "\xe2\x80\x99";  // U+2019
  std::vector<std::string> words;
  bool inside = false;
  while (!text.empty()) {
    const bool apostrophe = text.substr(0, kApostrophe.size()) == kApostrophe;
    const char c = apostrophe ? '\'' : text[0];
    text.remove_prefix(apostrophe ? kApostrophe.size() : 1);
    if (is_white_space(c)) {
      inside = false;
    } else if (std::string_view(".,;:!?\"()").find(c) != std::string_view::npos) {
      words.push_back(std::string(1, c));
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      words.back() += c;
      inside = true;
    }
  }
  return words;
}

void lower_case(std::string& word) {
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
}

std::vector<Index> typed_ids(const std::vector<std::string>& words,
                             const std::vector<std::string>& vocabulary, Index max_length) {
  std::vector<Index> ids = ids_of(words, vocabulary);
  check_token_count(ids, 1, max_length);
  return ids;
}

}  // namespace attn
