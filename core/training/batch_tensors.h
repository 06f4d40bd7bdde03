// The examples of several training steps as named tensors, for export.
#pragma once

#include "base/named_tensors.h"
#include "training/tasks/batch.h"

namespace attn {

//   batch  steps * per_step examples, those of the first step first
//   returns
//     ids     [step, batch, token], target_ids [step, batch, target_token], patches [step, batch,
//             patch, d_patch]: those that the batch has
//     keep, target_keep  shaped as the ids: 1 for a token, 0 for padding
//     labels  [step, batch, label]: -1 where no answer is asked
NamedTensors batch_tensors(Batch batch, Index steps, Index per_step);

}  // namespace attn
