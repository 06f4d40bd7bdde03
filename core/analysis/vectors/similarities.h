// The similarity of texts: the cosine of their vectors, for a model with a readout.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The vector ("pooled") of each item of the batch, scaled to length 1: the dot product of two
// of them is the similarity of their texts.
//   returns  [text, d_model]
// Throws std::invalid_argument for a model without a readout, and as TokenModel::forward.
Tensor text_vectors(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions = {});

// The same scaling, for the "pooled" of a trace.
//   pooled   [batch, 1, d_model]
//   returns  [text, d_model]
Tensor text_vectors(const Tensor& pooled);

// The cosine of the vectors of any two items of the batch.
//   returns  [text, other_text], symmetric
// Throws std::invalid_argument as text_vectors.
Tensor similarities(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions = {});

struct SimilarityChange {
  Tensor before, after;  // [text, other_text]  without and with the interventions
  Tensor change;         // [text, other_text]  after - before
};

// Throws std::invalid_argument as similarities.
SimilarityChange similarity_change(const TokenModel& model, const ModelInputs& inputs,
                                   const std::vector<Intervention>& interventions);

}  // namespace attn
