// The keys that each query attends to, in compressed sparse row (CSR) form.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/mask.h"

namespace attn {

struct SparsePattern {
  Index n_query = 0, n_key = 0;
  std::vector<Index> offsets = {0};  // [n_query + 1]; query i has keys[offsets[i], offsets[i + 1])
  std::vector<std::int32_t> keys;    // [pairs]; strictly ascending within a query

  Index pairs() const { return static_cast<Index>(keys.size()); }
};

// Throws std::invalid_argument if the offsets or keys violate the above.
void check_pattern(const SparsePattern& pattern);

}  // namespace attn
