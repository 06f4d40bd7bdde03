// A sparse pattern, put together query by query.
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
  // Throws std::invalid_argument for a negative length, or one beyond 31 bits.
  PatternBuilder(Index n_query, Index n_key) {
    element_count({n_query});
    element_count({n_key});
    pattern_.n_query = n_query;
    pattern_.n_key = n_key;
    pattern_.offsets.reserve(static_cast<std::size_t>(n_query) + 1);
  }

  // Room for the pairs. Throws std::invalid_argument for more than 31 bits can count, before anyone
  // allocates.
  void reserve(double pairs) {
    if (pairs > 2147483647) {
      refuse("expected a pattern of at most 2147483647 pairs, got more");
    }
    pattern_.keys.reserve(static_cast<std::size_t>(pairs));
  }

  // A key for the query at hand, above the one before.
  void add(Index key) { pattern_.keys.push_back(static_cast<std::int32_t>(key)); }

  // The keys [first, last), as far as there are any, without a test of each.
  void add_range(Index first, Index last) {
    const auto count = static_cast<std::size_t>(std::max<Index>(last - first, 0));
    pattern_.keys.resize(pattern_.keys.size() + count);
    std::iota(pattern_.keys.end() - static_cast<std::ptrdiff_t>(count), pattern_.keys.end(),
              static_cast<std::int32_t>(first));
  }

  // The next query's keys follow.
  void end_query() { pattern_.offsets.push_back(pattern_.pairs()); }

  SparsePattern take() { return std::move(pattern_); }

 private:
  SparsePattern pattern_;
};

}  // namespace attn
