// The parts of a layer: their dotted names ("layers.0.attention.w_q") and their random seeds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/random.h"
#include "ops/dropout.h"

namespace attn {

// "layers.0"
std::string layer_name(std::size_t layer);

// The name of a part, linked to the name of the enclosing part.
struct PartName {
  const char* part;
  const PartName* outer = nullptr;

  // Writes the full name of `name` in this part: "layers.0.attention.w_q" for "w_q". Visiting
  // parameters must not allocate, because a training step that has begun must not fail.
  static constexpr std::size_t kMaxLength = 95;
  using FullName = std::array<char, kMaxLength + 1>;
  void write(const char* name, FullName& full) const;

 private:
  // Writes the parts, each with a dot after it. Returns the length.
  std::size_t write_parts(FullName& full) const;
};

// A visitor that prefixes names: called with "w_q", under("attention", visit) calls `visit` with
// "attention.w_q". `visit` and the name must outlive it.
template <class Visit>
class Under {
 public:
  Under(PartName name, Visit& visit) : name_(name), visit_(visit) {}

  template <class Value>
  void operator()(const char* name, Value& value) {
    PartName::FullName full;
    name_.write(name, full);
    visit_(full.data(), value);
  }

  // Nesting returns the same type, so that each depth needs no template instantiation of its own.
  Under inside(const char* part) const { return {{part, &name_}, visit_}; }

 private:
  PartName name_;
  Visit& visit_;
};

template <class Visit>
Under<Visit> under(const char* part, Visit& visit) {
  return {{part}, visit};
}
template <class Visit>
Under<Visit> under(const char* part, Under<Visit>& outer) {
  return outer.inside(part);
}

// A different seed for each part, so that equally named parameters of two parts differ.
inline std::uint64_t part_seed(std::uint64_t seed, const char* part) {
  return seed ^ stream_of(part);
}
inline Dropout part_dropout(const Dropout& dropout, const char* part) {
  return {dropout.probability, part_seed(dropout.seed, part)};
}

// Rethrows the current exception; a refusal gets the part's name as a prefix. Not inline, so that
// the code exists only once.
[[noreturn]] void rethrow_from(const char* part);

// Returns make(). If it throws a refusal, prefixes the message with the part's name, so that it
// shows which w_q is wrong: "layers.1: attention: expected w_q of shape [8, 8], got [8, 6]".
template <class Make>
auto in_part(const char* part, const Make& make) {
  try {
    return make();
  } catch (...) {
    rethrow_from(part);
  }
}

}  // namespace attn
