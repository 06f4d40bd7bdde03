// The loop that generates a sequence token by token, for greedy_decode and generate.
#pragma once

#include <optional>

#include "base/matrix.h"

namespace attn {

// The maximum number of tokens that a call generates: more would take hours.
inline constexpr Index kMaxNewTokens = 1 << 14;

// Chooses up to `count` tokens, at least one, for the positions from `first` on.
//   choose(position)    the id of the token at this position, from the logits before it
//   feed(id, position)  computes the next logits, with this token at this position
//   end_id              the loop stops after this token
template <class Choose, class Feed>
void decode(Index first, Index count, std::optional<Index> end_id, const Choose& choose,
            const Feed& feed) {
  for (Index position = first;; ++position) {
    const Index id = choose(position);
    if (position + 1 == first + count || id == end_id) return;
    feed(id, position);
  }
}

}  // namespace attn
