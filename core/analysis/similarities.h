// The similarity of texts, by the one vector that a model with a readout has of each.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The cosine of the vectors ("pooled") of any two items of the batch.
//   returns  [text, other_text], symmetric
// Throws std::invalid_argument for a model without a readout, and as TokenModel::forward.
Tensor similarities(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions = {});

}  // namespace attn
