// Random draws in integer arithmetic only, so that a seed gives the same examples and patterns on
// every machine.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "base/random.h"

namespace attn {

// An integer in [0, count): the upper half of a 64-bit product, without division or rejection.
inline Index below(Random& random, Index count) {
  return static_cast<Index>(
      (std::uint64_t{random.next_uint32()} * static_cast<std::uint64_t>(count)) >> 32);
}

// An integer in [low, high].
inline Index between(Random& random, Index low, Index high) {
  return low + below(random, high - low + 1);
}

// True in `percent` of 100 cases.
inline bool chance(Random& random, Index percent) { return below(random, 100) < percent; }

template <class List>
const auto& pick(Random& random, const List& list) {
  return list[static_cast<std::size_t>(below(random, static_cast<Index>(std::size(list))))];
}

// `count` different integers in [0, limit), in random order.
inline std::vector<Index> distinct(Random& random, Index count, Index limit) {
  std::vector<Index> numbers(static_cast<std::size_t>(limit));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  for (Index i = 0; i < count; ++i) {
    std::swap(numbers[static_cast<std::size_t>(i)],
              numbers[static_cast<std::size_t>(between(random, i, limit - 1))]);
  }
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

}  // namespace attn
