// The inputs of a whole model as named tensors.
#pragma once

#include <optional>

#include "base/named_tensors.h"
#include "models/token_model.h"
#include "operations/config/config_readers.h"

namespace attn {

// The inputs of a pass:
//   ids, target_ids            [batch, n] or [n]   target_ids of an encoder-decoder only
//   type_ids                   shaped as ids; all of type 0 when absent. With num_types only
//   patches                    [batch, patch, d_patch] or [patch, d_patch]   of a vision model
//   key_padding                [batch, n], 1 for a token and 0 for padding, which is hidden as a
//                              key; without the class token, which is real. Not of a vision model,
//                              whose images have all their patches
//   attend, score_bias         as in read_mask; query and key count the class token
// In an encoder-decoder, key_padding, attend and score_bias have the prefix source_ or target_ (the
// decoder's self-attention); attend and score_bias also memory_ (the cross-attention).
//   mask  replaces the pattern that follows from the architecture; for an encoder-decoder that of
//         the decoder's self-attention
// Throws std::invalid_argument for an input with another name, shape or values.
ModelInputs read_model_inputs(const TokenModelConfig& config, const NamedTensors& tensors,
                              const std::optional<MaskSettings>& mask);

}  // namespace attn
