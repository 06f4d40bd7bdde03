#include "efficient/sparse_pattern.h"

#include "base/check.h"

namespace attn {

void check_pattern(const SparsePattern& pattern) {
  const std::vector<Index>& offsets = pattern.offsets;
  if (pattern.n_query < 0 || static_cast<Index>(offsets.size()) != pattern.n_query + 1) {
    refuse("expected a pattern of {} queries to hold one offset more, got {}",
           {pattern.n_query, static_cast<Index>(offsets.size())});
  }
  if (offsets.front() != 0 || offsets.back() != pattern.pairs()) {
    refuse("expected the pattern's offsets to go from 0 to its {} pairs, got from {} to {}",
           {pattern.pairs(), offsets.front(), offsets.back()});
  }
  for (Index i = 0; i < pattern.n_query; ++i) {
    const Index first = offsets[static_cast<std::size_t>(i)];
    const Index last = offsets[static_cast<std::size_t>(i) + 1];
    if (last < first || last > pattern.pairs()) {
      refuse("expected the pattern's offsets to rise, got {} and then {}", {first, last});
    }
    Index before = -1;
    for (Index pair = first; pair < last; ++pair) {
      const Index key = pattern.keys[static_cast<std::size_t>(pair)];
      if (key <= before || key >= pattern.n_key) {
        refuse("expected the keys of query {} to rise, each below {}, got {} after {}",
               {i, pattern.n_key, key, before});
      }
      before = key;
    }
  }
}

}  // namespace attn
