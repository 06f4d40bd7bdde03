// How much the similarity of two texts depends on each head: its change when the head is off.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The similarity of the first text of the batch to the second, without each head of a layer in
// turn.
//   layer          from 0
//   interventions  made in all passes, such as heads that are off already
//   returns        [head]
// Throws std::invalid_argument for a layer that the model does not have, for a batch of one, and as
// similarities.
Tensor similarities_without_heads(Index layer, const TokenModel& model, const ModelInputs& inputs,
                                  const std::vector<Intervention>& interventions = {});

struct HeadEffects {
  Tensor changes;            // [layer, head]  without - before
  std::vector<Index> order;  // the heads, numbered layer by layer: the largest change first,
                             // whatever its sign; equal ones by their number, NaN last
  float named_mean;          // mean |change| over the heads that have a name; NaN if there are none
  float unnamed_mean;        // the same over the others
};

//   before   the similarity with all heads
//   without  [layer, head]
//   named    the numbers of the heads that have a name, layer by layer
// Throws std::invalid_argument for a tensor of another rank, and for a head number outside it.
HeadEffects head_effects(float before, const Tensor& without, const std::vector<Index>& named = {});

}  // namespace attn
