// Mask::window as an attend mask, for tests.
#pragma once

#include <cstdlib>

#include "ops/mask.h"

namespace attn {

// |p(i) - j| <= window, where p(i) = i + n_key - n_query
inline Attend sliding_window_attend(Index n_query, Index n_key, Index window) {
  Attend attend{{1, 1, n_query, n_key}, {}};
  for (Index i = 0; i < n_query; ++i) {
    for (Index j = 0; j < n_key; ++j) {
      attend.allowed.push_back(std::abs(i + n_key - n_query - j) <= window ? 1 : 0);
    }
  }
  return attend;
}

}  // namespace attn
