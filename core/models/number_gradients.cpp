#include "models/number_gradients.h"

#include <string_view>

#include "base/check.h"

namespace attn {

NumberGradients gradients_of(const std::string& field, const std::vector<Index>& index,
                             const TokenModel& model, const ModelInputs& inputs,
                             const std::vector<Intervention>& interventions) {
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  model.forward(inputs, options, &trace);
  Tensor seed;  // 1 at the number
  NumberGradients gradients;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (name != field || tensor.empty()) return;
    std::size_t cell = 0;
    bool fits = index.size() == tensor.shape.size();
    for (std::size_t axis = 0; fits && axis < index.size(); ++axis) {
      fits = index[axis] >= 0 && index[axis] < tensor.shape[axis];
      cell = cell * static_cast<std::size_t>(tensor.shape[axis]) +
             static_cast<std::size_t>(index[axis]);
    }
    if (!fits)
      refuse("expected an index of {} with shape {}, got {}", {field, tensor.shape, index});
    gradients.number = tensor.data[cell];
    seed = Tensor::zeros_like(tensor);
    seed.data[cell] = 1;
  });
  if (seed.empty()) refuse("expected a field of this model, got \"{}\"", {field});
  NamedTensors d_fields;
  d_fields.put(field, std::move(seed));
  options.hooks = TraceHooks(interventions, &d_fields, &gradients.fields);
  gradients.parameters =
      model.backward(inputs, options, trace, Tensor::zeros_like(trace.logits)).parameters;
  return gradients;
}

}  // namespace attn
