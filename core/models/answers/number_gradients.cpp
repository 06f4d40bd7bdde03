#include "models/answers/number_gradients.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "models/answers/answers.h"
#include "ops/cosine.h"

namespace attn {
namespace {

// The index of field[index] in its data.
std::size_t cell_of(const std::string& field, const std::vector<Index>& index,
                    const std::vector<Index>& shape) {
  std::size_t cell = 0;
  bool fits = index.size() == shape.size();
  for (std::size_t axis = 0; fits && axis < shape.size(); ++axis) {
    fits = index[axis] >= 0 && index[axis] < shape[axis];
    cell = cell * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(index[axis]);
  }
  if (!fits) refuse("expected an index of {} with shape {}, got {}", {field, shape, index});
  return cell;
}

// The number, and its gradient with respect to the field that it belongs to: 1 at the number.
struct ChosenNumber {
  float number = 0;
  std::string field;
  Tensor d_field;
};

ChosenNumber chosen_cell(const std::string& field, const std::vector<Index>& index,
                         TokenModelTrace& trace) {
  ChosenNumber chosen{0, field, {}};
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (name != field || tensor.empty()) return;
    const std::size_t cell = cell_of(field, index, tensor.shape);
    chosen.number = tensor.data[cell];
    chosen.d_field = Tensor::zeros_like(tensor);
    chosen.d_field.data[cell] = 1;
  });
  if (chosen.d_field.empty()) refuse("expected a field of this model, got \"{}\"", {field});
  return chosen;
}

// log p_i has the gradient 1_i - p with respect to the logits of its row.
ChosenNumber chosen_log_probability(const std::vector<Index>& index, const Tensor& logits,
                                    Index answers_per_place) {
  if (logits.empty()) refuse("expected a field of this model, got \"{}\"", {kLogProbabilities});
  const Tensor p = probabilities_of(logits, answers_per_place);
  const std::size_t cell = cell_of(kLogProbabilities, index, p.shape);
  const auto answers = static_cast<std::size_t>(p.shape[2]);
  ChosenNumber chosen{0, "logits", Tensor::zeros_like(logits)};
  const std::size_t row = cell - cell % answers;
  for (std::size_t i = row; i < row + answers; ++i) chosen.d_field.data[i] = -p.data[i];
  chosen.number = static_cast<float>(
      log_probability(logits.data.data() + row, p.shape[2], static_cast<Index>(cell - row)));
  chosen.d_field.data[cell] += 1;
  return chosen;
}

// The cosine of the vectors ("pooled") of items i and j of the batch.
ChosenNumber chosen_similarity(const std::vector<Index>& index, const Tensor& pooled) {
  cell_of(kSimilarities, index, {pooled.shape[0], pooled.shape[0]});
  const ConstMatrixMap x = pooled.matrix(index[0]), y = pooled.matrix(index[1]);
  ChosenNumber chosen{static_cast<float>(cosine(x, y)), "pooled", Tensor::zeros_like(pooled)};
  cosine_backward(x, y, 1, chosen.d_field.matrix(index[0]));
  cosine_backward(y, x, 1, chosen.d_field.matrix(index[1]));
  return chosen;
}

ChosenNumber chosen_similarity_to(const Tensor& other, const Tensor& pooled) {
  if (pooled.shape[0] != 1) refuse("expected one sentence, got {}", {pooled.shape[0]});
  const Index width = pooled.shape[2];
  if (other.size() != width) {
    refuse("expected another vector of {} numbers, got {}", {width, other.size()});
  }
  const ConstMatrixMap x = pooled.matrix(0), y(other.data.data(), 1, width);
  ChosenNumber chosen{static_cast<float>(cosine(x, y)), "pooled", Tensor::zeros_like(pooled)};
  cosine_backward(x, y, 1, chosen.d_field.matrix(0));
  return chosen;
}

// A forward pass, and the number in it.
struct Pass {
  TokenModelTrace trace;
  float number = 0;
  NamedTensors d_fields;  // of the number with respect to the field that it belongs to

  void start_from(ChosenNumber chosen) {
    number = chosen.number;
    d_fields.put(chosen.field, std::move(chosen.d_field));
  }
};

Pass pass_to(const std::string& field, const std::vector<Index>& index, const TokenModel& model,
             const ModelInputs& inputs, const std::vector<Intervention>& interventions) {
  if (field == kSimilarities) check_one_vector(model.config().readout);
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  Pass pass;
  const bool is_field = field != kLogProbabilities && field != kSimilarities;
  pass.trace.keep = is_field ? Keep::kTrace : Keep::kBackward;
  model.forward(inputs, options, &pass.trace);
  ChosenNumber chosen =
      field == kLogProbabilities
          ? chosen_log_probability(index, pass.trace.logits, model.config().answers_per_place)
      : field == kSimilarities ? chosen_similarity(index, pass.trace.pooled)
                               : chosen_cell(field, index, pass.trace);
  pass.start_from(std::move(chosen));
  return pass;
}

NumberGradients gradients_in(const Pass& pass, const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions) {
  NumberGradients gradients;
  gradients.number = pass.number;
  PassOptions options;
  options.hooks = TraceHooks(interventions, &pass.d_fields, &gradients.fields);
  gradients.parameters =
      model.backward(inputs, options, pass.trace, Tensor::zeros_like(pass.trace.logits)).parameters;
  return gradients;
}

}  // namespace

NumberGradients gradients_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions) {
  return gradients_in(pass_to(field, index, model, inputs, interventions), model, inputs,
                      interventions);
}

NumberGradients similarity_gradients(const Tensor& other, const TokenModel& model,
                                     const ModelInputs& inputs,
                                     const std::vector<Intervention>& interventions) {
  check_one_vector(model.config().readout);
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  Pass pass;
  pass.trace.keep = Keep::kBackward;
  model.forward(inputs, options, &pass.trace);
  pass.start_from(chosen_similarity_to(other, pass.trace.pooled));
  return gradients_in(pass, model, inputs, interventions);
}

Attributions attributions_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions) {
  if (model.config().architecture == Architecture::kEncoderDecoder) {
    refuse(
        "expected a model with one stack, to attribute a number to tokens, got an encoder-decoder");
  }
  const Pass pass = pass_to(field, index, model, inputs, interventions);
  PassOptions options;
  options.hooks = TraceHooks(interventions, &pass.d_fields);
  Tensor d_x =
      model.backward(inputs, options, pass.trace, Tensor::zeros_like(pass.trace.logits)).d_embedded;
  // d_embedded comes from the layers: the number's own gradient, if it is in x, is not in it.
  if (field == "embedded") rows_of(d_x) += rows_of(pass.d_fields.at(field));
  const Tensor& x = pass.trace.embedding.embedded;
  Attributions attributions{pass.number, Tensor({"batch", "token"}, {x.shape[0], x.shape[1]})};
  for (Index i = 0; i < attributions.tokens.size(); ++i) {
    double sum = 0;
    for (Index k = 0; k < x.shape[2]; ++k) {
      sum += double{rows_of(x)(i, k)} * double{rows_of(d_x)(i, k)};
    }
    attributions.tokens.data[static_cast<std::size_t>(i)] = static_cast<float>(sum);
  }
  return attributions;
}

}  // namespace attn
