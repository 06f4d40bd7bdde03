// The loop that generates a sequence token by token, for greedy_decode and generate.
#pragma once

#include <optional>

#include "models/token_ids.h"

namespace attn {

// Chooses up to `count` tokens, each from the logits after the tokens before it.
//   sequence               the tokens so far [1, n]
//   logits_after(ids)      the logits after these ids: first those of `sequence`, then each new one
//   choose(logits, place)  the id of the token at this place
//   end_id                 the loop stops after this token
template <class LogitsAfter, class Choose>
void decode(TokenIds sequence, Index count, std::optional<Index> end_id,
            const LogitsAfter& logits_after, const Choose& choose) {
  const Index first = sequence.n;
  for (Index place = first; place < first + count; ++place) {
    const Index id = choose(logits_after(sequence), place);
    if (id == end_id) return;
    sequence = {1, 1, {id}};
  }
}

}  // namespace attn
