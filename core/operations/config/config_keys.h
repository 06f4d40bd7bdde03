// The keys of a struct in a flat configuration: one function visits them, to read the values or to
// write them.
//
//   void visit_schedule(Schedule& schedule, ConfigKeys& keys) {
//     keys.choice("schedule", schedule.kind, {"constant", "cosine"});
//     keys.integer("warm_up", schedule.warm_up, 0, kMaxCount);
//   }
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "operations/config/config.h"

namespace attn {

class ConfigKeys {
 public:
  using Words = std::initializer_list<const char*>;

  // Reads each key that the configuration has; the other values stay. Keeps a reference.
  explicit ConfigKeys(const Config& config) : read_(&config) {}

  // Writes all keys to `written`, except options that have their default.
  ConfigKeys() = default;

  bool is_reading() const { return read_ != nullptr; }

  void integer(const char* key, Index& value, Index min, Index max);
  void seed(const char* key, std::uint64_t& value);
  void number(const char* key, double& value);
  // A float32 is written with its fewest decimals: 0.01f as 0.01.
  void number(const char* key, float& value);
  void flag(const char* key, bool& value);
  // The index of the word: reads it, `value` by default, or writes words[value].
  int word(const char* key, int value, Words words);
  void text(const char* key, std::string& value);
  // One integer for each layer.
  void list(const char* key, std::vector<Index>& value, Index min, Index max);
  // An option of a task: 0 and "" mean its default, and are not written.
  void option(const char* key, Index& value, Index max);
  void option(const char* key, std::string& value);

  template <class Enum>
  void choice(const char* key, Enum& value, Words words) {
    value = static_cast<Enum>(word(key, static_cast<int>(value), words));
  }

  std::vector<Config::Entry> written;

 private:
  void write(Config::Entry entry) { written.push_back(std::move(entry)); }

  const Config* read_ = nullptr;
};

}  // namespace attn
