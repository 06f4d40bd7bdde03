#include "training/tasks/symbols.h"

#include <algorithm>

#include "base/check.h"
#include "base/quoted.h"

namespace attn {
namespace {

// How many unknown words a refusal names.
constexpr std::size_t kMaxNamed = 8;

}  // namespace

const std::vector<std::string>& token_relation_names() {
  static const std::vector<std::string> names = {"previous token", "induction"};
  return names;
}

std::vector<std::string> letters(Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
  return names;
}

std::vector<std::string> numbers(Index count) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(integer_text(i));
  return names;
}

bool is_white_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<Index> ids_of(const std::vector<std::string>& words,
                          const std::vector<std::string>& vocabulary) {
  std::vector<Index> ids;
  std::vector<std::string_view> unknown;
  for (const std::string& word : words) {
    const auto it = std::find(vocabulary.begin(), vocabulary.end(), word);
    ids.push_back(it - vocabulary.begin());
    if (it != vocabulary.end() || unknown.size() > kMaxNamed) continue;
    if (std::find(unknown.begin(), unknown.end(), word) == unknown.end()) unknown.push_back(word);
  }
  if (!unknown.empty()) {
    std::string names;
    for (std::size_t i = 0; i < std::min(unknown.size(), kMaxNamed); ++i) {
      names += (i == 0 ? "" : ", ") + quoted(unknown[i]);
    }
    if (unknown.size() > kMaxNamed) names += ", ...";
    refuse("expected words of the vocabulary, got {}", {names});
  }
  return ids;
}

std::vector<Index> symbol_ids(std::string_view text, const std::vector<std::string>& vocabulary) {
  const bool has_letters = vocabulary[0] == "a";
  std::vector<std::string> symbols;
  std::string symbol;
  const auto end_symbol = [&] {
    if (!symbol.empty()) symbols.push_back(symbol);
    symbol.clear();
  };
  for (const char c : text) {
    if (is_white_space(c) || c == ',') {
      end_symbol();
      continue;
    }
    symbol += has_letters && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    // The bytes of a character outside ASCII stay together: the refusal shows them.
    if (has_letters && static_cast<unsigned char>(c) < 0x80) end_symbol();
  }
  end_symbol();
  return ids_of(symbols, vocabulary);
}

Index option(const char* name, Index value, Index default_value, Index min, Index max) {
  if (value == 0) return default_value;
  check_range(name, value, min, max);
  return value;
}

void check_token_count(const std::vector<Index>& ids, Index min, Index max) {
  const Index count = static_cast<Index>(ids.size());
  if (count >= min && count <= max) return;
  if (min == max) refuse("expected {} tokens, got {}", {min, count});
  refuse("expected {} to {} tokens, got {}", {min, max, count});
}

}  // namespace attn
