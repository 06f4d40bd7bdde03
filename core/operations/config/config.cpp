#include "operations/config/config.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"

namespace attn {
namespace {

// Lookup is a linear search. No operation has a tenth as many keys.
constexpr std::size_t kMaxKeys = 1000;

constexpr std::int64_t kMaxSeed = 9007199254740991;  // 2^53 - 1

[[noreturn]] void refuse_value(const char* key, std::string_view expected,
                               const Config::Entry& got) {
  refuse("expected \"{}\" to be {}, got {}", {key, expected, got.shown});
}

bool is_integer(double number, Index min, Index max) {
  return number >= static_cast<double>(min) && number <= static_cast<double>(max) &&
         number == std::floor(number);
}

std::string range_text(Index min, Index max) {
  return " from " + integer_text(min) + " to " + integer_text(max);
}

std::string list_text(const std::vector<double>& list) {
  std::string text = "[";
  for (const double number : list) {
    if (text.size() > 80) return text + "..]";
    if (text.size() > 1) text += ", ";
    text += plain_text(number);
  }
  return text + ']';
}

}  // namespace

Config::Entry::Entry(std::string name, double value, bool is_flag)
    : key(std::move(name)),
      kind(is_flag ? Kind::kFlag : Kind::kNumber),
      number(value),
      shown(!is_flag ? plain_text(value)
            : value  ? "true"
                     : "false") {}

Config::Entry::Entry(TextTag, std::string name, std::string_view value)
    : key(std::move(name)), kind(Kind::kText), text(value), shown(quoted(value)) {}

Config::Entry::Entry(std::string name, std::vector<double> value)
    : key(std::move(name)), kind(Kind::kList), list(std::move(value)), shown(list_text(list)) {}

Config::Config(std::initializer_list<Entry> entries) : Config(std::vector<Entry>(entries)) {}

bool is_seed(double number) {
  return number >= 0 && number <= static_cast<double>(kMaxSeed) && number == std::floor(number);
}

Config::Config(std::vector<Entry> entries) : entries_(std::move(entries)) {
  if (entries_.size() > kMaxKeys) {
    refuse("expected at most {} keys, got {}",
           {static_cast<Index>(kMaxKeys), static_cast<Index>(entries_.size())});
  }
}

const Config::Entry* Config::find(const char* key) const {
  if (std::find(known_keys_.begin(), known_keys_.end(), std::string_view(key)) ==
      known_keys_.end()) {
    known_keys_.push_back(key);
  }
  for (const Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.read = true;
    return &entry;
  }
  return nullptr;
}

void Config::read(const char* key, Index& value, Index min, Index max) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  if (entry->kind != Kind::kNumber || !is_integer(entry->number, min, max)) {
    refuse_value(key, "a whole number" + range_text(min, max), *entry);
  }
  value = static_cast<Index>(entry->number);
}

void Config::read(const char* key, std::optional<Index>& value, Index min) const {
  if (has(key)) read(key, value.emplace(), min);
}

void Config::read(const char* key, std::uint64_t& seed) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  if (entry->kind != Kind::kNumber || !is_seed(entry->number)) {
    refuse_value(key, "a whole number from 0 to " + integer_text(kMaxSeed), *entry);
  }
  seed = static_cast<std::uint64_t>(entry->number);
}

void Config::read(const char* key, double& value) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  if (entry->kind != Kind::kNumber ||
      !(std::abs(entry->number) <= std::numeric_limits<float>::max())) {
    refuse_value(key, "a number that float32 can hold", *entry);
  }
  value = entry->number;
}

void Config::read(const char* key, float& value) const {
  double number = value;
  read(key, number);
  value = static_cast<float>(number);
}

void Config::read(const char* key, std::optional<float>& value) const {
  if (has(key)) read(key, value.emplace());
}

void Config::read(const char* key, bool& value) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  if (entry->kind != Kind::kFlag) refuse_value(key, "true or false", *entry);
  value = entry->number != 0;
}

void Config::read(const char* key, std::vector<Index>& value, Index min, Index max) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  const auto fits = [&](double number) { return is_integer(number, min, max); };
  if (entry->kind != Kind::kList || !std::all_of(entry->list.begin(), entry->list.end(), fits)) {
    refuse_value(key, "a list of whole numbers" + range_text(min, max), *entry);
  }
  value.assign(entry->list.begin(), entry->list.end());
}

Index Config::require(const char* key, Index min, Index max) const {
  if (!has(key)) {
    refuse("expected \"{}\", a whole number{}, got none", {key, range_text(min, max)});
  }
  Index value = min;
  read(key, value, min, max);
  return value;
}

int Config::word(const char* key, std::span<const char* const> words, int default_value) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return default_value;
  std::string known;
  int index = 0;
  for (const char* each : words) {
    if (entry->kind == Kind::kText && entry->text == each) return index;
    append_name(known, each);
    ++index;
  }
  refuse_value(key, "one of " + known, *entry);
}

void Config::read_each(const char* key, std::vector<Index>& value, Index min, Index max) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return;
  const std::size_t count = value.size();
  const bool is_number = entry->kind == Kind::kNumber;
  std::vector<double> numbers = entry->list;
  if (is_number) numbers.assign(count, entry->number);
  const auto fits = [&](double number) { return is_integer(number, min, max); };
  if ((is_number ? !fits(entry->number) : entry->kind != Kind::kList) || numbers.size() != count ||
      !std::all_of(numbers.begin(), numbers.end(), fits)) {
    refuse_value(key,
                 "a whole number" + range_text(min, max) + ", or a list of " +
                     integer_text(static_cast<Index>(count)) + ", one for each layer",
                 *entry);
  }
  value.assign(numbers.begin(), numbers.end());
}

const std::string& Config::text(const char* key) const {
  const Entry* entry = find(key);
  if (entry == nullptr) refuse("expected \"{}\", a text, got none", {key});
  if (entry->kind != Kind::kText) refuse_value(key, "a text", *entry);
  return entry->text;
}

const std::vector<std::string>& Config::texts(const char* key, Index max_count,
                                              Index max_bytes) const {
  const Entry* entry = find(key);
  if (entry == nullptr) refuse("expected \"{}\", a list of texts, got none", {key});
  const bool is_empty = entry->kind == Kind::kList && entry->list.empty();
  if (entry->kind != Kind::kTexts && !is_empty) refuse_value(key, "a list of texts", *entry);
  const auto count = static_cast<Index>(entry->texts.size());
  if (count > max_count) {
    refuse("expected \"{}\" with at most {} texts, got {}", {key, max_count, count});
  }
  std::size_t bytes = 0;
  for (const std::string& text : entry->texts) bytes += text.size();
  if (bytes > static_cast<std::size_t>(max_bytes)) {
    refuse("expected \"{}\" with at most {} bytes of text, got {}",
           {key, max_bytes, static_cast<Index>(bytes)});
  }
  return entry->texts;
}

bool Config::has(const char* key) const { return find(key) != nullptr; }

void Config::check_all_read() const {
  for (const Entry& entry : entries_) {
    if (entry.read) continue;
    std::string known;
    for (const char* key : known_keys_) append_name(known, key);
    refuse("expected a configuration with {}, got {}",
           {known.empty() ? "no keys" : known, quoted(entry.key)});
  }
}

}  // namespace attn
