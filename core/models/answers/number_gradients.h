// Gradients of one number of a model's trace.
#pragma once

#include <string>
#include <vector>

#include "models/token_model.h"

namespace attn {

// A field in addition to those of the trace: the logarithm of each answer's probability,
// [batch, n * answers_per_place, answers].
inline constexpr const char* kLogProbabilities = "log_probabilities";
// Another one, for a model with one vector per sequence ("pooled"): the cosine of the vectors of
// any two items of the batch, [batch, batch].
inline constexpr const char* kSimilarities = "similarities";

struct NumberGradients {
  float number = 0;
  // Named like the fields, such as "layers.0.attention.q". In addition,
  // "layers.0.attention.contributions" [batch, head, query, d_v]: the gradient with respect to a
  // key's contribution, its weight times its v. It is the same for all keys, because the context is
  // the sum of the contributions.
  NamedTensors fields;
  TokenModelParameters parameters;  // gradients, under the parameters' names
};

// The gradients of field[index] with respect to every field that is computed before it (later ones
// are 0) and to every parameter. A replaced number of a field is a constant: no gradient flows
// through it. Gradients of parameters are taken at their changed numbers; a replaced number of a
// parameter has its gradient like any other.
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

// How much each token contributes to field[index], as input times gradient: the sum over d_model of
// "embedded", the input of the first layer, times its gradient. A class token comes first. Throws
// std::invalid_argument as gradients_of, and for an encoder-decoder.
Attributions attributions_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions = {});

}  // namespace attn
