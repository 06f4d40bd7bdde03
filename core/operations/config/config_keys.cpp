#include "operations/config/config_keys.h"

#include <cmath>

namespace attn {
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

void ConfigKeys::visit(const char* key, Index& value, Index min, Index max) {
  read_ ? read_->read(key, value, min, max) : write({key, value});
}

void ConfigKeys::visit(const char* key, std::uint64_t& seed) {
  read_ ? read_->read(key, seed) : write({key, seed});
}

void ConfigKeys::visit(const char* key, double& value) {
  read_ ? read_->read(key, value) : write({key, value});
}

void ConfigKeys::visit(const char* key, float& value) {
  read_ ? read_->read(key, value) : write({key, shortest(value)});
}

void ConfigKeys::visit(const char* key, bool& value) {
  read_ ? read_->read(key, value) : write({key, value});
}

int ConfigKeys::word(const char* key, EnumWords words, int value) {
  if (read_) return read_->word(key, words, value);
  write({key, words.begin()[value]});
  return value;
}

void ConfigKeys::visit(const char* key, std::string& value) {
  if (!read_) return write({key, value});
  if (read_->has(key)) value = read_->text(key);
}

void ConfigKeys::visit_each(const char* key, std::vector<Index>& value, Index min, Index max) {
  if (read_) return read_->read_each(key, value, min, max);
  write({key, std::vector<double>(value.begin(), value.end())});
}

void ConfigKeys::visit_option(const char* key, Index& value, Index max) {
  if (read_ || value != 0) visit(key, value, 1, max);
}

void ConfigKeys::visit_option(const char* key, std::string& value) {
  if (read_ || !value.empty()) visit(key, value);
}

}  // namespace attn
