// What a whole model computes, and the gradients of a number of it, by the names of fields and
// parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attention/trace_hooks.h"
#include "base/keep.h"
#include "base/named_tensors.h"
#include "models/answers/answers.h"
#include "models/answers/masked_words.h"
#include "models/answers/number_gradients.h"
#include "models/token_model.h"
#include "operations/config/config.h"
#include "operations/model.h"

namespace attn {

// A row of one head of one of the model's attentions.
struct RowPlace {
  std::string attention;  // "layers.0.attention"
  Index batch = 0, head = 0, query = 0;
  Index max_keys = kMaxExtent;  // of the ranking
};

// Keys: batch head query max_keys; head and query are required. The caller sets `attention`, which
// is not a key, and checks that all keys are known.
RowPlace read_row_place(const Config& config);

struct ModelInspection {
  Tensor logits;                            // [batch, n or 1, num_labels]
  Tensor probabilities;                     // as probabilities_of
  std::vector<std::vector<Guess>> guesses;  // the most probable answers of each row
  NamedTensors trace;
  NamedTensors row;  // by the names of attention/row_detail.h; empty if no row was asked for
};

//   keep   the fields of the trace to return; kWeights: the attention weights
//   names  the fields to return, instead of those that `keep` selects
//   row    a row of attention weights whose arithmetic to return
// Throws std::invalid_argument for an attention that the model does not have, and as row_detail.
ModelInspection inspect_model(const TokenModel& model, const ModelInputs& inputs,
                              std::vector<Intervention> interventions, Keep keep,
                              const Names& names,
                              const std::optional<RowPlace>& row = std::nullopt);

struct NamedNumberGradients {
  float number = 0;
  NamedTensors d_fields, d_parameters;  // by the names of the fields and of the parameters
};

// The gradients by name. A model for inference has only those of fields. Throws
// std::invalid_argument for a name that has no gradient.
NamedNumberGradients named_gradients(NumberGradients gradients, const TokenModel& model,
                                     const Names& names);

// The same with the parameters of the head: "masked_words.w_transform" ..
NamedNumberGradients named_gradients(MaskedWordGradients gradients, const TokenModel& model,
                                     const Names& names);

// As gradients_of (models/answers/number_gradients.h).
//   names  the fields and parameters whose gradients to return, or all; for a model for inference
//          only fields
NamedNumberGradients named_gradients_of(const std::string& field, const std::vector<Index>& index,
                                        const TokenModel& model, const ModelInputs& inputs,
                                        const std::vector<Intervention>& interventions,
                                        const Names& names);

}  // namespace attn
