// Examples as tensors.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"
#include "models/token_ids.h"
#include "training/tasks/task.h"

namespace attn {

// Shorter sequences are padded with id 0, keep 0 and label -1.
struct Batch {
  TokenIds ids;                           // [batch, n]
  TokenIds target_ids;                    // [batch, n_target]
  std::vector<std::uint8_t> keep;         // [batch, n] 1 for a token, 0 for padding
  std::vector<std::uint8_t> target_keep;  // [batch, n_target]
  Tensor patches;                         // [batch, patch, d_patch]
  std::vector<Index> labels;              // [batch, positions * answers_per_place]
  std::vector<float> weights;             // the same shape: 1 where the label is asked, else 0
};

// The examples as one batch. Throws std::invalid_argument for patches of different shapes.
Batch batch_of(const std::vector<Example>& examples);
Batch batch_of(const std::vector<const Example*>& examples);

}  // namespace attn
