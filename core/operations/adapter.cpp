#include "operations/adapter.h"

#include <algorithm>

#include "base/check.h"

namespace attn {

namespace {

void name_axes(Tensor& tensor, const char* name, std::initializer_list<const char*> axes,
               Index min) {
  const auto max = static_cast<Index>(axes.size());
  if (tensor.rank() < min || tensor.rank() > max) {
    std::string expected;
    for (const char* axis : axes) expected += (expected.empty() ? "[" : ", ") + std::string(axis);
    expected += ']';
    refuse(min < max ? "expected {} of shape {}, its first axes optional, got {}"
                     : "expected {} of shape {}, got {}",
           {name, expected, tensor.shape});
  }
  tensor.axes.assign(axes.end() - tensor.rank(), axes.end());
}

}  // namespace

Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes, Index min) {
  Tensor tensor = inputs.at(name);
  name_axes(tensor, name, axes, min);
  return tensor;
}

const Tensor& name_input(NamedTensors& inputs, const char* name,
                         std::initializer_list<const char*> axes, Index min) {
  Tensor& tensor = inputs.at(name);
  name_axes(tensor, name, axes, min);
  return tensor;
}

Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes) {
  return read_input(inputs, name, axes, static_cast<Index>(axes.size()) - 1);
}

ScoresShape scores_shape(const Tensor& query, const Tensor& key, Index num_heads) {
  const std::size_t n = query.shape.size() - 2;
  return {n == 0 ? 1 : query.shape[0], num_heads, query.shape[n], key.shape[key.shape.size() - 2]};
}

const Tensor& read_alone(const char* what, const NamedTensors& tensors, const char* name,
                         const std::vector<Index>& shape) {
  const Tensor& result = tensors.at(name);
  for (const auto& [other, tensor] : tensors) {
    if (other != name) refuse("expected {} \"{}\" alone, got \"{}\"", {what, name, other});
  }
  check_shape(name, result, shape);
  return result;
}

const Tensor& read_d_output(const NamedTensors& d_outputs, const char* name,
                            const std::vector<Index>& shape) {
  return read_alone("the gradient", d_outputs, name, shape);
}

NamedTensors one_result(const char* name, Tensor&& result) {
  NamedTensors results;
  results.put(name, std::move(result));
  return results;
}

void put_d_score_bias(NamedTensors& gradients, const NamedTensors& inputs, Tensor&& d_score_bias,
                      const char* part) {
  const std::string name = std::string(part) + "score_bias";
  const Tensor* input = inputs.find(name);
  if (input == nullptr) return;
  if (input->rank() == 2) {
    d_score_bias = Tensor({"query", "key"}, input->shape, std::move(d_score_bias.data));
  }
  gradients.put("d_" + name, std::move(d_score_bias));
}

Tensor with_rows_of(const Tensor& x, ConstMatrixRef rows, const char* last_axis) {
  std::vector<std::string> axes = x.axes;
  std::vector<Index> shape = x.shape;
  axes.back() = last_axis;
  shape.back() = rows.cols();
  Tensor tensor(std::move(axes), std::move(shape));
  MatrixMap(tensor.data.data(), rows.rows(), rows.cols()) = rows;
  return tensor;
}

}  // namespace attn
