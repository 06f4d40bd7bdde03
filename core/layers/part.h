// A layer made of parts: the parts' names, nested by dots, and the random numbers that belong to
// them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "ops/dropout.h"

namespace attn {

// A visitor that puts the part's name in front: under("attention", visit) makes of a "w_q" that it
// is told an "attention.w_q", and tells `visit`, which has to outlive it.
template <class Visit>
class Under {
 public:
  Under(std::string prefix, Visit& visit) : prefix_(std::move(prefix)), visit_(visit) {}

  template <class Value>
  void operator()(std::string_view name, Value& value) {
    visit_(std::string_view(prefix_ + std::string(name)), value);
  }

  // A part of the part is not another type, which would be compiled once more at every depth.
  Under inside(const std::string& part) const { return {prefix_ + part + ".", visit_}; }

 private:
  std::string prefix_;
  Visit& visit_;
};

template <class Visit>
Under<Visit> under(const std::string& part, Visit& visit) {
  return {part + ".", visit};
}
template <class Visit>
Under<Visit> under(const std::string& part, Under<Visit>& outer) {
  return outer.inside(part);
}

// The same parameter of two parts must not draw the same numbers.
inline std::uint64_t part_seed(std::uint64_t seed, std::string_view part) {
  return seed ^ stream_of(part);
}
inline Dropout part_dropout(const Dropout& dropout, std::string_view part) {
  return {dropout.probability, part_seed(dropout.seed, part)};
}

// What `make` returns; what it refuses is told with the part's name in front, so that of many w_q
// one knows which: "layers.1: attention: expected w_q of shape [8, 8], got [8, 6]".
template <class Make>
auto in_part(std::string_view part, const Make& make) {
  try {
    return make();
  } catch (const std::invalid_argument& refused) {
    refuse({part, ": ", refused.what()});
  }
}

}  // namespace attn
