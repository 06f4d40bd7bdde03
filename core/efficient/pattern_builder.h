// Builds a sparse pattern, query by query.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/tensor.h"
#include "efficient/sparse_pattern.h"

namespace attn {

class PatternBuilder {
 public:
  // Throws std::invalid_argument for a length that is negative or exceeds 31 bits.
  PatternBuilder(Index n_query, Index n_key) {
    check_element_count({n_query});
    check_element_count({n_key});
    pattern_.n_query = n_query;
    pattern_.n_key = n_key;
    pattern_.offsets.reserve(static_cast<std::size_t>(n_query) + 1);
  }

  // Reserves memory for the pairs. For more than 2^31 - 1 pairs, throws std::invalid_argument
  // before anything is allocated.
  void reserve(double pairs) {
    if (pairs > 2147483647) {
      refuse("expected a pattern of at most 2147483647 pairs, got more");
    }
    pattern_.keys.reserve(static_cast<std::size_t>(pairs));
  }

  // Adds a key to the current query. Keys must be added in ascending order.
  void add(Index key) { pattern_.keys.push_back(static_cast<std::int32_t>(key)); }

  // Adds the keys [first, last); nothing if the range is empty.
  void add_range(Index first, Index last) {
    const auto count = static_cast<std::size_t>(std::max<Index>(last - first, 0));
    pattern_.keys.resize(pattern_.keys.size() + count);
    std::iota(pattern_.keys.end() - static_cast<std::ptrdiff_t>(count), pattern_.keys.end(),
              static_cast<std::int32_t>(first));
  }

  // Ends the current query and starts the next one.
  void end_query() { pattern_.offsets.push_back(pattern_.pairs()); }

  SparsePattern take() { return std::move(pattern_); }

 private:
  SparsePattern pattern_;
};

}  // namespace attn
