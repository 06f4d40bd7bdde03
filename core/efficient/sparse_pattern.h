// Which keys each query attends to, as lists: compressed sparse rows.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/mask.h"

namespace attn {

struct SparsePattern {
  Index n_query = 0, n_key = 0;
  std::vector<Index> offsets = {0};  // [n_query + 1]; query i's keys are keys[offsets[i] ..)
  std::vector<std::int32_t> keys;    // [pairs]; each query's rise, none twice

  Index pairs() const { return static_cast<Index>(keys.size()); }
};

// Throws std::invalid_argument when the offsets or keys are not as said above.
void check_pattern(const SparsePattern& pattern);

// The same as a matrix, [1, 1, query, key]: for showing, and for proving.
Attend dense_attend(const SparsePattern& pattern);

}  // namespace attn
