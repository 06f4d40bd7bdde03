// An operation's configuration: numbers, words, flags, and lists of numbers or strings, by key.
//
//   Config{{"d_model", 8}, {"causal", "end"}, {"bias", false}, {"heads_off", {0, 3}}}
//
// Each read marks its key. expect_all_read() then refuses unread keys, so that a misspelled key is
// an error. All functions throw std::invalid_argument, naming the key, the expected and the actual
// value.
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
    double number = 0;  // a flag is 0 or 1
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
  // Throws for more than 1000 entries. Keys must be unique.
  explicit Config(std::vector<Entry> entries);

  // An integer in [min, max]. If the key is absent: default_value, or an error without one.
  Index integer(const char* key, Index min, Index max,
                std::optional<Index> default_value = {}) const;
  // An integer from 0 to 2^53 - 1, JavaScript's largest safe integer (too large for WebAssembly's
  // 32-bit Index); 0 when the key is absent.
  std::uint64_t seed(const char* key) const;
  // A number in the range of float32.
  double number(const char* key, double default_value) const;
  std::optional<double> number(const char* key) const;
  bool flag(const char* key, bool default_value) const;
  // The index of the word in `words`; 0 when the key is absent.
  int word(const char* key, std::initializer_list<const char*> words) const;
  // A list of integers in [min, max]; empty when the key is absent.
  std::vector<Index> integers(const char* key, Index min, Index max) const;
  // Any string; the key is required.
  const std::string& text(const char* key) const;
  // A list of at most max_count strings with max_bytes in total; the key is required.
  const std::vector<std::string>& texts(const char* key, Index max_count, Index max_bytes) const;
  bool has(const char* key) const;

  // Refuses a key that has not been read; the message lists the known keys.
  void expect_all_read() const;

 private:
  // Returns null when absent. Marks the entry as read.
  const Entry* find(const char* key) const;

  std::vector<Entry> entries_;
  mutable std::vector<const char*> asked_;
};

}  // namespace attn
