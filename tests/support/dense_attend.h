// A sparse pattern as a dense mask, to compare with exact attention; and the dense mask that a rule
// allows.
#pragma once

#include <cstdint>
#include <vector>

#include "efficient/sparse_pattern.h"

namespace attn {

//   returns [1, 1, query, key]
inline Attend dense_attend(const SparsePattern& pattern) {
  check_pattern(pattern);
  Attend attend{{1, 1, pattern.n_query, pattern.n_key}, {}};
  attend.allowed.resize(static_cast<std::size_t>(element_count(attend.shape)));
  for (Index i = 0; i < pattern.n_query; ++i) {
    const auto query = static_cast<std::size_t>(i);
    for (Index pair = pattern.offsets[query]; pair < pattern.offsets[query + 1]; ++pair) {
      const Index key = pattern.keys[static_cast<std::size_t>(pair)];
      attend.allowed[static_cast<std::size_t>(i * pattern.n_key + key)] = 1;
    }
  }
  return attend;
}

// A dense mask [n_query, n_key]: 1 where a predicate holds.
template <class Sees>
std::vector<std::uint8_t> dense(Index n_query, Index n_key, const Sees& sees) {
  std::vector<std::uint8_t> allowed;
  for (Index i = 0; i < n_query; ++i) {
    for (Index j = 0; j < n_key; ++j) allowed.push_back(sees(i, j) ? 1 : 0);
  }
  return allowed;
}

// The number of allowed pairs.
inline double ones(const std::vector<std::uint8_t>& allowed) {
  double sum = 0;
  for (const std::uint8_t one : allowed) sum += one;
  return sum;
}

}  // namespace attn
