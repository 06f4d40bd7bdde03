// A layer made of parts: the parts' names, nested by dots, and the random numbers that belong to
// them.
#pragma once

#include <cstdint>
#include <string>

#include "base/random.h"
#include "ops/dropout.h"

namespace attn {

// A part's name, and that of the part that it belongs to.
struct PartName {
  const char* part;
  const PartName* outer = nullptr;

  // "layers.0.attention.w_q" of a "w_q"
  std::string then(const char* name) const;
};

// A visitor that puts the part's name in front: under("attention", visit) makes of a "w_q" that it
// is told an "attention.w_q", and tells `visit`, which has to outlive it, as the name has to.
template <class Visit>
class Under {
 public:
  Under(PartName name, Visit& visit) : name_(name), visit_(visit) {}

  template <class Value>
  void operator()(const char* name, Value& value) {
    visit_(name_.then(name).c_str(), value);
  }

  // A part of the part is not another type, which would be compiled once more at every depth.
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

// The same parameter of two parts must not draw the same numbers.
inline std::uint64_t part_seed(std::uint64_t seed, const char* part) {
  return seed ^ stream_of(part);
}
inline Dropout part_dropout(const Dropout& dropout, const char* part) {
  return {dropout.probability, part_seed(dropout.seed, part)};
}

// The exception that is being handled, with the part's name in front if it is a refusal. Not
// inline: once for all parts.
[[noreturn]] void rethrow_from(const char* part);

// What `make` returns; what it refuses is told with the part's name in front, so that of many w_q
// one knows which: "layers.1: attention: expected w_q of shape [8, 8], got [8, 6]".
template <class Make>
auto in_part(const char* part, const Make& make) {
  try {
    return make();
  } catch (...) {
    rethrow_from(part);
  }
}

}  // namespace attn
