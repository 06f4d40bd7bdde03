// A whole model (models/token_model.h) behind a flat configuration and named tensors: what
// `engine.model` of JavaScript calls.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/trace_hooks.h"
#include "base/keep.h"
#include "base/named_tensors.h"
#include "models/answers/answers.h"
#include "models/answers/generate.h"
#include "models/answers/masked_words.h"
#include "models/answers/number_gradients.h"
#include "models/token_model.h"
#include "operations/config/config.h"
#include "operations/config/config_readers.h"
#include "operations/model.h"

namespace attn {

// A function that throws std::invalid_argument leaves the model unchanged.

// The model of a configuration (model_config.h), with all of its parameters, or with random ones
// from a seed.
TokenModel named_model(const Config& config, const ParameterSource& source);

// "float32" "float16" "bfloat16" "int8"
ParameterForm read_parameter_form(std::string_view name);

// Returns parameters by name, and replaces some of them.
NamedTensors parameters_of(const TokenModel& model, const Names& names);
void set_parameters(TokenModel& model, const NamedTensors& parameters);

// The inputs of a pass:
//   ids, target_ids            [batch, n] or [n]   target_ids of an encoder-decoder only
//   type_ids                   shaped as ids; all of type 0 when absent. With num_types only
//   patches                    [batch, patch, d_patch] or [patch, d_patch]   of a vision model
//   key_padding                [batch, n], 1 for a token and 0 for padding, which is hidden as a
//                              key; without the class token, which is real. Not of a vision model,
//                              whose images have all their patches
//   attend, score_bias         as in read_mask
// An encoder-decoder has these three with the prefix source_ or target_ (the decoder's
// self-attention), and attend and score_bias also with memory_ (the cross-attention).
//   mask  replaces the pattern that follows from the architecture; for an encoder-decoder that of
//         the decoder's self-attention
ModelInputs read_model_inputs(const TokenModelConfig& config, const NamedTensors& tensors,
                              const std::optional<MaskSettings>& mask);

// Where a row of attention weights is.
struct RowPlace {
  std::string attention;  // "layers.0.attention"
  Index batch = 0, head = 0, query = 0;
  Index max_keys = kMaxExtent;  // the maximum number of keys in the ranking
};

// Keys: batch head query max_keys
RowPlace read_row_place(std::string attention, const Config& config);

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

// Gives the gradients their names. A model for inference has only those of fields.
NamedNumberGradients named_gradients(NumberGradients gradients, const TokenModel& model,
                                     const Names& names);

// The same with the parameters of the head: "masked_words.w_transform" ..
NamedNumberGradients named_gradients(MaskedWordGradients gradients, const TokenModel& model,
                                     const Names& names);

// As gradients_of.
//   names  the fields and parameters whose gradients to return; for a model for inference, only
//          fields
NamedNumberGradients named_gradients_of(const std::string& field, const std::vector<Index>& index,
                                        const TokenModel& model, const ModelInputs& inputs,
                                        const std::vector<Intervention>& interventions,
                                        const Names& names);

// Keys: count temperature seed end_id length
GenerateOptions read_generate(const Config& config);

}  // namespace attn
