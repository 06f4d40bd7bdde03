// The state of a training run outside of its trainer: in a file, or in another process.
//
//   w_q ..              the parameters, by their names in the model
//   first_moment.w_q ..,
//   second_moment.w_q ..
//                       the running means of Adam and AdamW, shaped as the parameters
//   velocity.w_q ..     that of gradient descent
//   progress [5, 4]     five integers of 64 bits: steps taken, Adam's steps, and the three of
//                       Random::State of the batches. Each has four digits of 16 bits, the lowest
//                       first, which float32 holds exactly
//
// A state that has only parameters, as in the models that ship with the site, starts with running
// means of 0 and the first batch.
//
// Trainer::state and Trainer::restore(const TrainerState&) are in trainer_state.cpp.
#pragma once

#include "base/named_tensors.h"

namespace attn {

struct TrainerState {
  Index step = 0;  // how many steps were taken
  NamedTensors tensors;
};

}  // namespace attn
