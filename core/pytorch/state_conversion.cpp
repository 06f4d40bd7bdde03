#include "pytorch/state_conversion.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/numbered_axes.h"
#include "base/quoted.h"

namespace attn {

bool StateConversion::has(std::string_view name) const {
  const Tensor* tensor = source_.find(name);
  return tensor != nullptr && !tensor->empty();
}

bool StateConversion::has_any_under(const NamePair& names) const {
  const std::string& prefix = source_name(names);
  return std::any_of(source_.begin(), source_.end(), [&](const NamedTensors::Item& item) {
    return item.first.compare(0, prefix.size(), prefix) == 0;
  });
}

const Tensor& StateConversion::take(const std::string& name, Index rank) {
  if (!has(name)) refuse("expected a tensor {} of {}, got none", {quoted(name), module_});
  const Tensor& tensor = source_.at(name);
  if (tensor.rank() != rank) {
    refuse(rank == 1 ? "expected {} with {} axis, got shape {}"
                     : "expected {} with {} axes, got shape {}",
           {name, rank, tensor.shape});
  }
  taken_.push_back(&tensor);
  return tensor;
}

const Tensor& StateConversion::take(const std::string& name, const std::vector<Index>& shape) {
  const Tensor& tensor = take(name, static_cast<Index>(shape.size()));
  check_shape(name.c_str(), tensor, shape);
  return tensor;
}

void StateConversion::put(const std::string& name, ConstMatrixRef matrix) {
  Tensor tensor(numbered_axes(2), {matrix.rows(), matrix.cols()});
  tensor.matrix() = matrix;
  result_.put(name, std::move(tensor));
}

void StateConversion::put_transposed(const std::string& name, ConstMatrixRef matrix) {
  put(name, Matrix(matrix.transpose()));
}

void StateConversion::put_vector(const std::string& name, std::vector<float> values) {
  const auto size = static_cast<Index>(values.size());
  result_.put(name, Tensor(numbered_axes(1), {size}, std::move(values)));
}

void StateConversion::linear(const NamePair& layer, const char* w, const char* b, Index d_in,
                             Index d_out, bool bias) {
  const NamePair weight = layer.then(".weight", w);
  const Tensor& tensor =
      from_pytorch() ? take(weight.pytorch, {d_out, d_in}) : take(weight.ours, {d_in, d_out});
  put_transposed(target_name(weight), tensor.matrix());
  if (bias) vector(layer.then(".bias", b), d_out);
}

Index StateConversion::d_out_of(const NamePair& layer, const char* w) {
  const NamePair weight = layer.then(".weight", w);
  return take(source_name(weight), 2).shape[from_pytorch() ? 0 : 1];
}

void StateConversion::vector(const NamePair& names, Index size) {
  const Tensor& tensor = take(source_name(names), std::vector<Index>{size});
  put_vector(target_name(names), tensor.data);
}

NamedTensors StateConversion::finish() {
  for (const auto& [name, tensor] : source_) {
    if (std::find(taken_.begin(), taken_.end(), &tensor) != taken_.end()) continue;
    if (!from_pytorch() && tensor.empty()) continue;
    refuse("expected only tensors of {}, got {} of shape {}",
           {module_, quoted(name), tensor.shape});
  }
  return std::move(result_);
}

}  // namespace attn
