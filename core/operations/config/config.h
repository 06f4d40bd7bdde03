// An operation's configuration: numbers, words, flags, and lists of numbers or strings, by key.
//
//   Config{{"d_model", 8}, {"causal", "end"}, {"bias", false}, {"heads_off", {0, 3}}}
//
// Each read marks its key. read_all(config, reader) then throws for unread keys, so that a
// misspelled key is an error. All functions throw std::invalid_argument, naming the key, the
// expected and the actual value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/enum_words.h"
#include "base/matrix.h"

namespace attn {

// The maximum width or length.
inline constexpr Index kMaxExtent = 1 << 20;

// Whether a number is an integer from 0 to 2^53 - 1, JavaScript's largest safe integer (too large
// for WebAssembly's 32-bit Index).
bool is_seed(double number);

class Config {
 public:
  enum class Kind { kNumber, kFlag, kText, kList, kTexts };
  struct Entry {
    Entry() = default;
    // Templates, so that braces always mean a list.
    template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
    Entry(std::string key, Number value)
        : Entry(std::move(key), static_cast<double>(value), std::is_same_v<Number, bool>) {}
    template <class Text,
              std::enable_if_t<std::is_convertible_v<const Text&, std::string_view>, int> = 0>
    Entry(std::string key, const Text& text) : Entry(TextTag{}, std::move(key), text) {}
    Entry(std::string key, std::vector<double> list);

    std::string key;
    Kind kind = Kind::kNumber;
    double number = 0;  // a flag is 0 or 1
    std::string text;
    std::vector<double> list;
    std::vector<std::string> texts;  // an empty list may be of either kind
    std::string shown;               // the value as messages show it
    mutable bool read = false;

   private:
    Entry(std::string key, double number, bool is_flag);
    struct TextTag {};
    Entry(TextTag, std::string key, std::string_view text);
  };

  Config() = default;
  Config(std::initializer_list<Entry> entries);
  // Throws for more than 1000 entries. Keys must be unique.
  explicit Config(std::vector<Entry> entries);

  // Each sets `value` if the key is present. If not, `value` keeps the default of its struct.
  void read(const char* key, Index& value, Index min = 1, Index max = kMaxExtent) const;
  void read(const char* key, std::optional<Index>& value, Index min = 1) const;
  // See is_seed.
  void read(const char* key, std::uint64_t& seed) const;
  // Numbers in the range of float32.
  void read(const char* key, double& value) const;
  void read(const char* key, float& value) const;
  void read(const char* key, std::optional<float>& value) const;
  void read(const char* key, bool& value) const;
  void read(const char* key, std::vector<Index>& value, Index min, Index max) const;
  // A list of as many integers as `value` has, or one integer for all of them.
  void read_each(const char* key, std::vector<Index>& value, Index min, Index max) const;
  template <class Enum>
  void read(const char* key, Enum& value, EnumWords words) const {
    value = static_cast<Enum>(word(key, words, static_cast<int>(value)));
  }

  // An integer whose key must be present.
  Index require(const char* key, Index min = 1, Index max = kMaxExtent) const;
  // The index of the word in `words`, or default_value when the key is absent.
  int word(const char* key, std::span<const char* const> words, int default_value = 0) const;
  int word(const char* key, EnumWords words, int default_value = 0) const {
    return word(key, std::span(words.begin(), words.size()), default_value);
  }
  // Any string; the key is required.
  const std::string& text(const char* key) const;
  // A list of at most max_count strings with max_bytes in total; the key is required.
  const std::vector<std::string>& texts(const char* key, Index max_count, Index max_bytes) const;
  bool has(const char* key) const;

  // Throws for a key that has not been read; the message lists the known keys.
  void check_all_read() const;

 private:
  // Returns null when absent. Marks the entry as read.
  const Entry* find(const char* key) const;

  std::vector<Entry> entries_;
  mutable std::vector<const char*> known_keys_;
};

// Returns read(config). Throws std::invalid_argument if `read` left a key unread.
template <class Settings>
Settings read_all(const Config& config, Settings (*read)(const Config&)) {
  Settings settings = read(config);
  config.check_all_read();
  return settings;
}

}  // namespace attn
