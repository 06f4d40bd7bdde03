#include "operations/config.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/check.h"
#include "io/json_reader.h"

namespace attn {
namespace {

// Looking for a key goes through all of them; no operation has a tenth as many.
constexpr std::size_t kMaxKeys = 1000;

[[noreturn]] void refuse_value(const char* key, std::string_view expected,
                               const Config::Entry& got) {
  refuse("expected \"{}\" to be {}, got {}", {key, expected, got.text});
}

// mantissa 10^exponent, infinite when that is more than a double holds. Correctly rounded as long
// as both factors are exact, hence for 15 digits and the usual exponents; else to about 1e-15,
// which spares the wasm a strtod that reckons with 128 bits.
double decimal(std::uint64_t mantissa, int exponent) {
  auto number = static_cast<double>(mantissa);
  // A power above 10^308 would be infinite, though the product may not be.
  for (; exponent < -300 && number != 0; exponent += 300) number /= 1e300;
  for (; exponent > 300 && number != 0 && !std::isinf(number); exponent -= 300) number *= 1e300;
  if (number == 0 || std::isinf(number)) return number;
  double power = 1, factor = 10;
  for (int rest = std::abs(exponent); rest != 0; rest /= 2, factor *= factor) {
    if (rest % 2 != 0) power *= factor;
  }
  return exponent < 0 ? number / power : number * power;
}

// One value of the object after the other.
class Values {
 public:
  explicit Values(std::string_view json) : json_(json), reader_(json, "the configuration") {}

  std::vector<Config::Entry> read() {
    std::vector<Config::Entry> entries;
    reader_.for_each('{', '}', [&] {
      Config::Entry entry;
      entry.key = reader_.string().text();
      for (const Config::Entry& other : entries) {
        if (other.key == entry.key) {
          refuse("expected each key once, got {} twice", {quoted(entry.key)});
        }
      }
      if (entries.size() == kMaxKeys) {
        refuse("expected at most {} keys, got more", {static_cast<Index>(kMaxKeys)});
      }
      reader_.expect(':');
      read_value(entry);
      entries.push_back(std::move(entry));
    });
    reader_.expect_end();
    return entries;
  }

 private:
  void read_value(Config::Entry& entry) {
    const bool is_list = next() == '[';
    const std::size_t start = reader_.position();
    if (next() == '"') {
      entry.kind = Config::Kind::kWord;
      entry.word = reader_.string().text();
      entry.text = quoted(entry.word);
      return;
    }
    if (is_list) {
      entry.kind = Config::Kind::kList;
      reader_.for_each('[', ']', [&] { entry.list.push_back(read_number()); });
    } else if (take_word("true")) {
      entry.kind = Config::Kind::kFlag;
      entry.number = 1;
    } else if (take_word("false")) {
      entry.kind = Config::Kind::kFlag;
    } else {
      entry.number = read_number();
    }
    constexpr std::size_t kMaxShown = 80;
    const std::size_t length = reader_.position() - start;
    entry.text = json_.substr(start, std::min(length, kMaxShown));
    if (length > kMaxShown) entry.text += "..";
  }

  double read_number() {
    next();
    const std::size_t start = reader_.position();
    place_ = start;
    const bool is_negative = take('-');
    std::uint64_t mantissa = 0;
    int exponent = 0;
    // More digits than a double tells apart only count as zeros.
    const auto digits = [&](int exponent_of_each) {
      const std::size_t first = place_;
      for (; is_digit(); ++place_) {
        const bool counts = mantissa < 100000000000000000u;
        if (counts) mantissa = mantissa * 10 + static_cast<std::uint64_t>(at() - '0');
        exponent += exponent_of_each + (counts ? 0 : 1);
      }
      return place_ - first;
    };
    const bool starts_with_0 = at() == '0';
    const std::size_t whole_digits = digits(0);
    bool is_number = whole_digits == 1 || (whole_digits > 1 && !starts_with_0);
    if (take('.')) is_number = digits(-1) > 0 && is_number;
    if (take('e') || take('E')) {
      const bool is_small = take('-');
      if (!is_small) take('+');
      is_number = is_number && is_digit();
      int given = 0;
      // Far beyond any double, even one with as many digits as fit into the text.
      for (; is_digit(); ++place_) given = std::min(given * 10 + (json_[place_] - '0'), 1000000);
      exponent += is_small ? -given : given;
    }
    const double number = decimal(mantissa, exponent);
    if (!is_number || std::isinf(number)) {
      refuse(
          "expected the configuration to have a number, a word, true, false or a list of numbers "
          "at byte {}, got {}",
          {static_cast<Index>(start), quoted(json_.substr(start, 24))});
    }
    reader_.move_to(place_);
    return is_negative ? -number : number;
  }

  char at() const { return place_ < json_.size() ? json_[place_] : '\0'; }
  bool is_digit() const { return at() >= '0' && at() <= '9'; }
  bool take(char c) {
    if (at() != c) return false;
    ++place_;
    return true;
  }

  // The character after any white space, which the reader skips when it is asked for a mark.
  char next() {
    if (reader_.take(']')) reader_.move_to(reader_.position() - 1);
    place_ = reader_.position();
    return at();
  }

  bool take_word(std::string_view word) {
    if (json_.substr(reader_.position(), word.size()) != word) return false;
    reader_.move_to(reader_.position() + word.size());
    return true;
  }

  std::string_view json_;
  JsonReader reader_;
  std::size_t place_ = 0;
};

bool is_integer(double number, Index least, Index most) {
  return number >= static_cast<double>(least) && number <= static_cast<double>(most) &&
         number == std::floor(number);
}

std::string range_text(Index least, Index most) {
  return " from " + integer_text(least) + " to " + integer_text(most);
}

}  // namespace

Config::Config(std::string_view json) {
  if (json.size() > kMaxBytes) {
    refuse("expected a configuration of at most {} bytes, got {}",
           {static_cast<Index>(kMaxBytes), static_cast<Index>(json.size())});
  }
  entries_ = Values(json).read();
}

Config::Config(std::vector<Entry> entries) : entries_(std::move(entries)) {
  if (entries_.size() > kMaxKeys) {
    refuse("expected at most {} keys, got {}",
           {static_cast<Index>(kMaxKeys), static_cast<Index>(entries_.size())});
  }
}

const Config::Entry* Config::find(const char* key) const {
  if (std::find(asked_.begin(), asked_.end(), std::string_view(key)) == asked_.end()) {
    asked_.push_back(key);
  }
  for (const Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.read = true;
    return &entry;
  }
  return nullptr;
}

Index Config::integer(const char* key, Index least, Index most,
                      std::optional<Index> default_value) const {
  const Entry* entry = find(key);
  if (entry == nullptr) {
    if (default_value) return *default_value;
    refuse("expected \"{}\", a whole number{}, got none", {key, range_text(least, most)});
  }
  if (entry->kind != Kind::kNumber || !is_integer(entry->number, least, most)) {
    refuse_value(key, "a whole number" + range_text(least, most), *entry);
  }
  return static_cast<Index>(entry->number);
}

std::uint64_t Config::seed(const char* key) const {
  constexpr double kMax = 9007199254740991;
  const Entry* entry = find(key);
  if (entry == nullptr) return 0;
  const double number = entry->number;
  if (entry->kind != Kind::kNumber ||
      !(number >= 0 && number <= kMax && number == std::floor(number))) {
    refuse_value(key, "a whole number from 0 to 9007199254740991", *entry);
  }
  return static_cast<std::uint64_t>(number);
}

std::optional<double> Config::number(const char* key) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return {};
  if (entry->kind != Kind::kNumber ||
      !(std::abs(entry->number) <= std::numeric_limits<float>::max())) {
    refuse_value(key, "a number that float32 can hold", *entry);
  }
  return entry->number;
}

double Config::number(const char* key, double default_value) const {
  return number(key).value_or(default_value);
}

bool Config::flag(const char* key, bool default_value) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return default_value;
  if (entry->kind != Kind::kFlag) refuse_value(key, "true or false", *entry);
  return entry->number != 0;
}

int Config::word(const char* key, std::initializer_list<const char*> words) const {
  const Entry* entry = find(key);
  if (entry == nullptr) return 0;
  std::string known;
  int place = 0;
  for (const char* each : words) {
    if (entry->kind == Kind::kWord && entry->word == each) return place;
    append_name(known, each);
    ++place;
  }
  refuse_value(key, "one of " + known, *entry);
}

std::vector<Index> Config::integers(const char* key, Index least, Index most) const {
  std::vector<Index> whole_numbers;
  const Entry* entry = find(key);
  if (entry == nullptr) return whole_numbers;
  bool is_so = entry->kind == Kind::kList;
  for (const double number : entry->list) {
    is_so = is_so && is_integer(number, least, most);
    if (is_so) whole_numbers.push_back(static_cast<Index>(number));
  }
  if (!is_so) refuse_value(key, "a list of whole numbers" + range_text(least, most), *entry);
  return whole_numbers;
}

bool Config::has(const char* key) const { return find(key) != nullptr; }

void Config::expect_all_read() const {
  for (const Entry& entry : entries_) {
    if (entry.read) continue;
    std::string known;
    for (const char* key : asked_) append_name(known, key);
    refuse("expected a configuration with {}, got {}",
           {known.empty() ? "no keys" : known, quoted(entry.key)});
  }
}

}  // namespace attn
