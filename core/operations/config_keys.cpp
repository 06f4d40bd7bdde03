#include "operations/config_keys.h"

#include <cmath>

namespace attn {

void ReadKeys::integer(const char* key, Index& value, Index min, Index max) {
  config_.read(key, value, min, max);
}
void ReadKeys::seed(const char* key, std::uint64_t& value) { config_.read(key, value); }
void ReadKeys::number(const char* key, double& value) { config_.read(key, value); }
void ReadKeys::number(const char* key, float& value) { config_.read(key, value); }
void ReadKeys::flag(const char* key, bool& value) { config_.read(key, value); }
int ReadKeys::word(const char* key, int value, Words words) {
  return config_.word(key, words, value);
}
void ReadKeys::text(const char* key, std::string& value) {
  if (config_.has(key)) value = config_.text(key);
}
void ReadKeys::list(const char* key, std::vector<Index>& value, Index min, Index max) {
  config_.read_each(key, value, min, max);
}
void ReadKeys::option(const char* key, Index& value, Index max) { integer(key, value, 1, max); }
void ReadKeys::option(const char* key, std::string& value) { text(key, value); }

namespace {

// The number with the fewest decimals that is this float32, so that 0.01f is written as 0.01.
double shortest(float x) {
  double power = 1;
  for (int decimals = 0; decimals < 22; ++decimals) {
    const double rounded = std::round(double{x} * power) / power;
    if (static_cast<float>(rounded) == x) return rounded;
    power *= 10;
  }
  return double{x};
}

}  // namespace

void WrittenKeys::integer(const char* key, Index& value, Index, Index) {
  entries.emplace_back(key, value);
}
void WrittenKeys::seed(const char* key, std::uint64_t& value) { entries.emplace_back(key, value); }
void WrittenKeys::number(const char* key, double& value) { entries.emplace_back(key, value); }
void WrittenKeys::number(const char* key, float& value) {
  entries.emplace_back(key, shortest(value));
}
void WrittenKeys::flag(const char* key, bool& value) { entries.emplace_back(key, value); }
int WrittenKeys::word(const char* key, int value, Words words) {
  entries.emplace_back(key, words.begin()[value]);
  return value;
}
void WrittenKeys::text(const char* key, std::string& value) { entries.emplace_back(key, value); }
void WrittenKeys::list(const char* key, std::vector<Index>& value, Index, Index) {
  entries.emplace_back(key, std::vector<double>(value.begin(), value.end()));
}
void WrittenKeys::option(const char* key, Index& value, Index) {
  if (value != 0) entries.emplace_back(key, value);
}
void WrittenKeys::option(const char* key, std::string& value) {
  if (!value.empty()) entries.emplace_back(key, value);
}

}  // namespace attn
