// A sparse pattern as a dense mask, to compare with exact attention.
#pragma once

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

}  // namespace attn
