#include "models/parameter_tensor.h"

#include <string>
#include <vector>

namespace attn {
namespace {

std::vector<std::string> matrix_axes(std::string_view name) {
  if (name.ends_with("relative_bias")) return {"bucket", "head"};
  if (name.ends_with("embedding") || name.ends_with("table")) return {"token", "d_model"};
  if (name.ends_with("positions")) return {"position", "d_model"};
  return {"d_in", "d_out"};
}

std::vector<std::string> vector_axes(std::string_view name) {
  return {name.ends_with("gamma") || name.ends_with("beta") ? "d_model" : "d_out"};
}

}  // namespace

Tensor parameter_tensor(std::string_view name, const Matrix& matrix) {
  return Tensor(matrix_axes(name), {matrix.rows(), matrix.cols()},
                {matrix.data(), matrix.data() + matrix.size()});
}

Tensor parameter_tensor(std::string_view name, const RowVector& vector) {
  return Tensor(vector_axes(name), {vector.size()}, {vector.data(), vector.data() + vector.size()});
}

}  // namespace attn
