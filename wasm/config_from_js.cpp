#include "config_from_js.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/quoted.h"
#include "from_js.h"
#include "named.h"

namespace attn::js {
namespace {

// NaN for what is no number, as for what no configuration can say.
double number_from_js(const val& value) {
  const double number = value.isNumber() ? value.as<double>() : NAN;
  return std::isfinite(number) ? number : NAN;
}

bool read(const val& value, Config::Entry& entry) {
  entry.text = shown(value);
  if (value.isString()) {
    entry.kind = Config::Kind::kWord;
    entry.word = value.as<std::string>();
    return true;
  }
  if (is_array(value)) {
    entry.kind = Config::Kind::kList;
    const auto count = value["length"].as<unsigned>();
    bool is_read = true;
    for (unsigned i = 0; i < count && is_read; ++i) {
      entry.list.push_back(number_from_js(value[i]));
      is_read = !std::isnan(entry.list.back());
    }
    return is_read;
  }
  const bool is_flag = value.isTrue() || value.isFalse();
  entry.kind = is_flag ? Config::Kind::kFlag : Config::Kind::kNumber;
  entry.number = is_flag ? value.isTrue() : number_from_js(value);
  return !std::isnan(entry.number);
}

}  // namespace

Config config_from_js(const char* what, const val& value) {
  if (is_array(value)) refuse_value("{} to be an object", {what}, value);
  std::vector<Config::Entry> entries;
  for (const auto& [key, given] : entries_of(object_from_js(what, value))) {
    if (given.isUndefined()) continue;
    Config::Entry entry;
    entry.key = key;
    if (!read(given, entry)) {
      refuse_value("{} to have a number, a word, true, false or a list of numbers for {}",
                   {what, quoted(key)}, given);
    }
    entries.push_back(std::move(entry));
  }
  return Config(std::move(entries));
}

}  // namespace attn::js
