// The keys of a struct that is both read from a configuration and written to one. One function
// visits them, so that reading and writing cannot differ:
//
//   void visit_schedule(Schedule& schedule, ConfigKeys& keys) {
//     keys.visit("schedule", schedule.kind, {"constant", "cosine"});
//     keys.visit("warm_up", schedule.warm_up, 0, kMaxCount);
//   }
//
// To read, visit(..) takes the arguments of Config::read(..) and does the same; it also reads
// texts. visit_each(..) and word(..) are read_each(..) and word(..) of Config. A struct that is
// only read needs no ConfigKeys.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "operations/config/config.h"

namespace attn {

class ConfigKeys {
 public:
  // Reads each key that the configuration has; the other values stay. Keeps a reference.
  explicit ConfigKeys(const Config& config) : read_(&config) {}

  // Writes all keys to `written`, except options that have their default.
  ConfigKeys() = default;

  bool is_reading() const { return read_ != nullptr; }

  void visit(const char* key, Index& value, Index min = 1, Index max = kMaxExtent);
  void visit(const char* key, std::uint64_t& seed);
  void visit(const char* key, double& value);
  // A float32 is written with its fewest decimals: 0.01f as 0.01.
  void visit(const char* key, float& value);
  void visit(const char* key, bool& value);
  void visit(const char* key, std::string& value);
  template <class Enum>
  void visit(const char* key, Enum& value, EnumWords words) {
    value = static_cast<Enum>(word(key, words, static_cast<int>(value)));
  }
  void visit_each(const char* key, std::vector<Index>& value, Index min, Index max);
  // The index of the word: reads it, `value` by default, or writes words[value].
  int word(const char* key, EnumWords words, int value);

  // An option of a task: 0 and "" mean its default, and are not written.
  void visit_option(const char* key, Index& value, Index max);
  void visit_option(const char* key, std::string& value);

  std::vector<Config::Entry> written;

 private:
  void write(Config::Entry entry) { written.push_back(std::move(entry)); }

  const Config* read_ = nullptr;
};

}  // namespace attn
