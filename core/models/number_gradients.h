// Gradients of one number of a model's trace.
#pragma once

#include <string>
#include <vector>

#include "models/token_model.h"

namespace attn {

// In addition to the fields of the trace: the logarithm of each probability,
// [batch, n * answers_per_place, answers].
constexpr const char* kLogProbabilities = "log_probabilities";
// And, of a model that reads one vector of each sequence ("pooled"): the cosine of the vectors of
// any two items of the batch, [batch, batch].
constexpr const char* kSimilarities = "similarities";

struct NumberGradients {
  float number = 0;
  // By the name of the field, such as "layers.0.attention.q". "layers.0.attention.contributions"
  // [batch, head, query, d_v] is that of each key's weight times its v, the same for all keys: the
  // context is their sum.
  NamedTensors fields;
  TokenModelParameters parameters;  // d_embedding ..
};

// The gradients of field[index] with respect to every field that is computed before it (later ones
// are 0) and to every parameter. Nothing flows through a replaced number of a field. A changed
// parameter has its gradient at the changed numbers, replaced ones included.
//   field  a dotted name that TokenModelTrace::for_each visits, kLogProbabilities or kSimilarities
//   index  one per axis of the field
// Throws std::invalid_argument for a field or an index that the model does not have.
NumberGradients gradients_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions = {});

// The gradients of the cosine of a text's vector ("pooled") and another vector, which is fixed.
//   other  [d_model]
// Throws std::invalid_argument as gradients_of, for several texts, and for another width.
NumberGradients similarity_gradients(const Tensor& other, const TokenModel& model,
                                     const ModelInputs& inputs,
                                     const std::vector<Intervention>& interventions = {});

struct Attributions {
  float number = 0;
  Tensor tokens;  // [batch, token]
};

// Which tokens field[index] comes from, as input times gradient: the sum over d_model of
// "embedded", what enters the first layer, times the gradient with respect to it. A class token is
// the first. Throws std::invalid_argument as gradients_of, and for an encoder-decoder.
Attributions attributions_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions = {});

}  // namespace attn
