// The keys of a struct in a flat configuration: one function visits them, to read the values or to
// write them.
//
//   void visit_schedule(Schedule& schedule, ConfigKeys& keys) {
//     keys.choice("schedule", schedule.kind, {"constant", "cosine"});
//     keys.integer("warm_up", schedule.warm_up_steps, 0, kMaxCount);
//   }
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "operations/config.h"

namespace attn {

class ConfigKeys {
 public:
  using Words = std::initializer_list<const char*>;

  virtual void integer(const char* key, Index& value, Index min, Index max) = 0;
  virtual void seed(const char* key, std::uint64_t& value) = 0;
  virtual void number(const char* key, double& value) = 0;
  virtual void number(const char* key, float& value) = 0;
  virtual void flag(const char* key, bool& value) = 0;
  virtual int word(const char* key, int value, Words words) = 0;
  virtual void text(const char* key, std::string& value) = 0;
  // One integer for each layer.
  virtual void list(const char* key, std::vector<Index>& value, Index min, Index max) = 0;
  // An option of a task: 0 and "" mean its default, and are not written.
  virtual void option(const char* key, Index& value, Index max) = 0;
  virtual void option(const char* key, std::string& value) = 0;

  template <class Enum>
  void choice(const char* key, Enum& value, Words words) {
    value = static_cast<Enum>(word(key, static_cast<int>(value), words));
  }

 protected:
  ~ConfigKeys() = default;
};

// Reads each key that the configuration has; the other values stay.
class ReadKeys final : public ConfigKeys {
 public:
  // Keeps a reference.
  explicit ReadKeys(const Config& config) : config_(config) {}

  void integer(const char* key, Index& value, Index min, Index max) override;
  void seed(const char* key, std::uint64_t& value) override;
  void number(const char* key, double& value) override;
  void number(const char* key, float& value) override;
  void flag(const char* key, bool& value) override;
  int word(const char* key, int value, Words words) override;
  void text(const char* key, std::string& value) override;
  void list(const char* key, std::vector<Index>& value, Index min, Index max) override;
  void option(const char* key, Index& value, Index max) override;
  void option(const char* key, std::string& value) override;

 private:
  const Config& config_;
};

// Writes every key. A float32 has its fewest decimals: 0.01f is 0.01.
class WrittenKeys final : public ConfigKeys {
 public:
  void integer(const char* key, Index& value, Index min, Index max) override;
  void seed(const char* key, std::uint64_t& value) override;
  void number(const char* key, double& value) override;
  void number(const char* key, float& value) override;
  void flag(const char* key, bool& value) override;
  int word(const char* key, int value, Words words) override;
  void text(const char* key, std::string& value) override;
  void list(const char* key, std::vector<Index>& value, Index min, Index max) override;
  void option(const char* key, Index& value, Index max) override;
  void option(const char* key, std::string& value) override;

  std::vector<Config::Entry> entries;
};

}  // namespace attn
