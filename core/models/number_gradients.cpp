#include "models/number_gradients.h"

#include <cmath>
#include <string_view>

#include "base/check.h"
#include "base/portable_math.h"
#include "models/answers.h"

namespace attn {
namespace {

// The place of field[index] in its data.
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
struct Seed {
  float number = 0;
  std::string field;
  Tensor d_field;
};

Seed seed_at(const std::string& field, const std::vector<Index>& index, TokenModelTrace& trace) {
  Seed seed{0, field, {}};
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (name != field || tensor.empty()) return;
    const std::size_t cell = cell_of(field, index, tensor.shape);
    seed.number = tensor.data[cell];
    seed.d_field = Tensor::zeros_like(tensor);
    seed.d_field.data[cell] = 1;
  });
  if (seed.d_field.empty()) refuse("expected a field of this model, got \"{}\"", {field});
  return seed;
}

// log p_i has the gradient 1_i - p with respect to the logits of its row.
Seed seed_at_log_probability(const std::vector<Index>& index, const Tensor& logits,
                             Index answers_per_place) {
  const Tensor p = probabilities_of(logits, answers_per_place);
  const std::size_t cell = cell_of(kLogProbabilities, index, p.shape);
  const auto answers = static_cast<std::size_t>(p.shape[2]);
  Seed seed{0, "logits", Tensor::zeros_like(logits)};
  const std::size_t row = cell - cell % answers;
  double sum = 0;  // of exp(logit - logit of the number), so that no probability is too small
  for (std::size_t i = row; i < row + answers; ++i) {
    sum += exponential(double{logits.data[i]} - double{logits.data[cell]});
    seed.d_field.data[i] = -p.data[i];
  }
  seed.number = static_cast<float>(-natural_log(sum));
  seed.d_field.data[cell] += 1;
  return seed;
}

}  // namespace

NumberGradients gradients_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions) {
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  model.forward(inputs, options, &trace);
  Seed seed = field == kLogProbabilities
                  ? seed_at_log_probability(index, trace.logits, model.config().answers_per_place)
                  : seed_at(field, index, trace);
  NumberGradients gradients;
  gradients.number = seed.number;
  NamedTensors d_fields;
  d_fields.put(seed.field, std::move(seed.d_field));
  options.hooks = TraceHooks(interventions, &d_fields, &gradients.fields);
  gradients.parameters =
      model.backward(inputs, options, trace, Tensor::zeros_like(trace.logits)).parameters;
  return gradients;
}

}  // namespace attn
