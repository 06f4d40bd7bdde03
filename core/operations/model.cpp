#include "operations/model.h"

#include <utility>

#include "base/check.h"
#include "operations/inspect.h"

namespace attn {

void ParameterSource::fill(const Fields& parameters) {
  if (borrowed != nullptr) {
    parameters.fill(*borrowed);
  } else {
    parameters.fill(std::move(tensors));
  }
}

Inspection Model::inspect(const NamedTensors&, const InspectOptions&) const {
  refuse("expected a model of multi_head to inspect, got a model of another operation");
}

}  // namespace attn
