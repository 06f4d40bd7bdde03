// An operation's configuration: numbers, words, flags and lists of numbers by their keys, such as a
// flat JSON object has.
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
#include <string_view>
#include <utility>
#include <vector>

#include "base/matrix.h"

namespace attn {

class Config {
 public:
  static constexpr std::size_t kMaxBytes = 65536;

  enum class Kind { kNumber, kFlag, kWord, kList };
  struct Entry {
    std::string key;
    Kind kind = Kind::kNumber;
    double number = 0;  // of a flag 0 or 1
    std::string word;
    std::vector<double> list;
    std::string text;  // the value as it was written, for messages
    mutable bool read = false;
  };

  // Throws for text that is not one flat JSON object, for a key given twice, for more than
  // kMaxBytes.
  Config(std::string_view json);  // NOLINT: a configuration is what its text says
  Config(const char* json) : Config(std::string_view(json)) {}         // NOLINT
  Config(const std::string& json) : Config(std::string_view(json)) {}  // NOLINT
  // What has been read already, in which no key may stand twice. Throws for more than 1000.
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
