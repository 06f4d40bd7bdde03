#include "family/fields.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace attn {
namespace {

// In a message; a stack of layers has hundreds of parameters.
constexpr std::size_t kMostListed = 30;

bool ends_with(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending;
}

// The axes of a parameter are known by what it is called.
std::vector<std::string> matrix_axes(std::string_view name) {
  if (ends_with(name, "relative_bias")) return {"bucket", "head"};
  if (ends_with(name, "embedding") || ends_with(name, "table")) return {"token", "d_model"};
  if (ends_with(name, "positions")) return {"position", "d_model"};
  return {"d_in", "d_out"};
}

std::vector<std::string> vector_axes(std::string_view name) {
  return {ends_with(name, "gamma") || ends_with(name, "beta") ? "d_model" : "d_out"};
}

}  // namespace

Tensor parameter_tensor(std::string_view name, const Matrix& matrix) {
  return Tensor(matrix_axes(name), {matrix.rows(), matrix.cols()},
                {matrix.data(), matrix.data() + matrix.size()});
}

Tensor parameter_tensor(std::string_view name, const RowVector& vector) {
  return Tensor(vector_axes(name), {vector.size()}, {vector.data(), vector.data() + vector.size()});
}

void Fields::fill_one(const std::string& name, const Tensor& tensor) const {
  const auto field = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const Field& each) { return each.name == name; });
  if (field == fields_.end()) {
    std::string known;
    for (std::size_t i = 0; i < fields_.size() && i < kMostListed; ++i) {
      known += (i == 0 ? "\"" : ", \"") + fields_[i].name + '"';
    }
    refuse("expected one of the parameters {}{}{}\"",
           {known, fields_.size() > kMostListed ? " .., got \"" : ", got \"", name});
  }
  const Index rank = field->matrix != nullptr ? 2 : 1;
  if (tensor.rank() != rank) {
    refuse("expected the parameter \"{}\" with {}{}, got {}",
           {name, rank, rank == 1 ? " axis" : " axes", tensor.shape_text()});
  }
  if (field->matrix != nullptr) {
    *field->matrix = tensor.matrix();
  } else {
    *field->row_vector = tensor.matrix();
  }
}

void Fields::fill(const NamedTensors& given) const {
  for (const auto& [name, tensor] : given) fill_one(name, tensor);
}

void Fields::fill(NamedTensors&& given) const {
  for (NamedTensors::Item& item : std::move(given).items()) {
    const Tensor taken = std::move(item.second);
    fill_one(item.first, taken);
  }
}

void Fields::move_to(NamedTensors& named, std::string_view prefix) const {
  for (const Field& field : fields_) {
    Tensor tensor;
    if (field.matrix != nullptr && field.matrix->size() != 0) {
      tensor = parameter_tensor(field.name, *field.matrix);
    } else if (field.row_vector != nullptr && field.row_vector->size() != 0) {
      tensor = parameter_tensor(field.name, *field.row_vector);
    } else if (field.tensor != nullptr) {
      tensor = std::move(*field.tensor);
    }
    if (!tensor.empty()) named.put(std::string(prefix) + field.name, std::move(tensor));
  }
}

}  // namespace attn
