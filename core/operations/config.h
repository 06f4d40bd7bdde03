// An operation's configuration: numbers, words, flags, and lists of numbers or of texts, by key.
//
//   Config{{"d_model", 8}, {"causal", "end"}, {"bias", false}, {"heads_off", {0, 3}}}
//
// Reading takes a key; what is left unread at the end is refused, so that a misspelt key cannot
// pass in silence. All throw std::invalid_argument, naming the key, what was expected and what
// came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/matrix.h"

namespace attn {

class Config {
 public:
  enum class Kind { kNumber, kFlag, kWord, kList, kTexts };
  struct Entry {
    Entry() = default;
    // Templates, so that braces always mean a list.
    template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
    Entry(std::string key, Number value)
        : Entry(std::move(key), static_cast<double>(value), std::is_same_v<Number, bool>) {}
    template <class Word,
              std::enable_if_t<std::is_convertible_v<const Word&, std::string_view>, int> = 0>
    Entry(std::string key, const Word& word) : Entry(WordTag{}, std::move(key), word) {}
    Entry(std::string key, std::vector<double> list);

    std::string key;
    Kind kind = Kind::kNumber;
    double number = 0;  // of a flag 0 or 1
    std::string word;
    std::vector<double> list;
    std::vector<std::string> texts;  // an empty list may be of either kind
    std::string text;                // the value as messages show it
    mutable bool read = false;

   private:
    Entry(std::string key, double number, bool is_flag);
    struct WordTag {};
    Entry(WordTag, std::string key, std::string_view word);
  };

  Config() = default;
  Config(std::initializer_list<Entry> entries);
  // Throws for more than 1000 entries. No key may be there twice.
  explicit Config(std::vector<Entry> entries);

  // A whole number in [least, most]; `default_value` when the key is absent, if one is given.
  Index integer(const char* key, Index least, Index most,
                std::optional<Index> default_value = {}) const;
  // A whole number from 0 to 2^53 - 1, the most that JavaScript keeps, and more than an Index of
  // WebAssembly; 0 when the key is absent.
  std::uint64_t seed(const char* key) const;
  // A number that float32 can hold.
  double number(const char* key, double default_value) const;
  std::optional<double> number(const char* key) const;
  bool flag(const char* key, bool default_value) const;
  // The place of the word among `words`; the first is the default.
  int word(const char* key, std::initializer_list<const char*> words) const;
  // A list of whole numbers in [least, most]; empty when absent.
  std::vector<Index> integers(const char* key, Index least, Index most) const;
  // Any text, required.
  const std::string& text(const char* key) const;
  // A list of texts, required: at most `max_count` of them, `max_bytes` in total.
  const std::vector<std::string>& texts(const char* key, Index max_count, Index max_bytes) const;
  bool has(const char* key) const;

  // Refuses a key that nobody has asked for, and lists those that have been asked for.
  void expect_all_read() const;

 private:
  // Null when absent; counts as read.
  const Entry* find(const char* key) const;

  std::vector<Entry> entries_;
  mutable std::vector<const char*> asked_;
};

}  // namespace attn
