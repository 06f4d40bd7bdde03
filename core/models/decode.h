// The loop that generates a sequence token by token, for greedy_decode and generate.
#pragma once

#include <optional>

#include "base/matrix.h"

namespace attn {

// Chooses up to `count` tokens, at least one, for the places from `first` on.
//   choose(place)    the id of the token at this place, from the logits of the place before it
//   feed(id, place)  computes the next logits, with this token at this place
//   end_id           the loop stops after this token
template <class Choose, class Feed>
void decode(Index first, Index count, std::optional<Index> end_id, const Choose& choose,
            const Feed& feed) {
  for (Index place = first;; ++place) {
    const Index id = choose(place);
    if (place + 1 == first + count || id == end_id) return;
    feed(id, place);
  }
}

}  // namespace attn
