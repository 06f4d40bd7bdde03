// How alike texts are to a model that reads one vector of each.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The cosine of the vectors ("pooled") that the model reads of any two items of the batch.
//   returns  [text, other_text], symmetric
// Throws std::invalid_argument for a model that reads every place, and as TokenModel::forward.
Tensor similarities(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions = {});

}  // namespace attn
