#include "operations/tensors/fields.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "models/parameter_tensor.h"

namespace attn {
namespace {

// How many names a message lists: a stack of layers has hundreds of parameters.
constexpr std::size_t kMaxListed = 30;

// The fields of a struct, to be found by name.
class FieldsByName final : public FieldVisitor {
 public:
  explicit FieldsByName(const Fields& fields) { fields.accept(*this); }

  const std::vector<std::string>& names() const { return names_; }
  // Null if no field has this name.
  const Field* find(const std::string& name) const {
    const auto it = std::find(names_.begin(), names_.end(), name);
    return it == names_.end() ? nullptr : &fields_[static_cast<std::size_t>(it - names_.begin())];
  }

 private:
  // The name of `field` exists only during the visit.
  void visit(const Field& field) override {
    names_.emplace_back(field.name);
    fields_.push_back({nullptr, field.matrix, field.row_vector, field.tensor});
  }

  std::vector<std::string> names_;
  std::vector<Field> fields_;
};

void fill_field(const FieldsByName& fields, const std::string& name, const Tensor& tensor) {
  const Field* field = fields.find(name);
  if (field == nullptr) {
    const std::vector<std::string>& names = fields.names();
    std::string known;
    for (std::size_t i = 0; i < names.size() && i < kMaxListed; ++i) {
      append_name(known, names[i].c_str());
    }
    refuse(names.size() > kMaxListed ? "expected one of the parameters {} .., got \"{}\""
                                     : "expected one of the parameters {}, got \"{}\"",
           {known, name});
  }
  check_parameter_rank(name, tensor, field->matrix != nullptr ? 2 : 1);
  if (field->matrix != nullptr) {
    *field->matrix = tensor.matrix();
  } else {
    *field->row_vector = tensor.matrix();
  }
}

// Throws unless the tensor can replace the numbers of a field that is not empty.
void check_replaces(const FieldsByName& fields, const std::string& name, const Tensor& tensor) {
  const Field* field = fields.find(name);
  if (field == nullptr || field->size() == 0) {
    refuse("expected names of the model's parameters, got \"{}\"", {name});
  }
  const std::vector<Index> shape = field->shape();
  if (tensor.shape == shape) return;
  refuse("expected the parameter \"{}\" of shape {}, got {}", {name, shape, tensor.shape});
}

// Does nothing: visiting the parameters of a layer repacks them.
class Repacker final : public FieldVisitor {
  void visit(const Field&) override {}
};

// Moves or copies the fields that are not empty to named tensors.
class FieldMover final : public FieldVisitor {
 public:
  FieldMover(NamedTensors& named, std::string_view prefix, Keep keep = Keep::kTrace)
      : named_(named), prefix_(prefix), keep_(keep) {}

 private:
  void visit(const Field& field) override {
    if (field.size() == 0 && (field.tensor == nullptr || field.tensor->empty())) return;
    if (keep_ == Keep::kWeights && !is_weights(field.name)) return;
    Tensor tensor = field.matrix != nullptr       ? parameter_tensor(field.name, *field.matrix)
                    : field.row_vector != nullptr ? parameter_tensor(field.name, *field.row_vector)
                                                  : std::move(*field.tensor);
    named_.put(std::string(prefix_) + field.name, std::move(tensor));
  }

  // "weights", "layers.0.attention.weights"
  static bool is_weights(std::string_view name) {
    return name == "weights" || name.ends_with(".weights");
  }

  NamedTensors& named_;
  std::string_view prefix_;
  Keep keep_;
};

}  // namespace

void check_parameter_rank(std::string_view name, const Tensor& parameter, Index rank) {
  if (parameter.rank() == rank) return;
  refuse(rank == 1 ? "expected the parameter \"{}\" with {} axis, got {}"
                   : "expected the parameter \"{}\" with {} axes, got {}",
         {name, rank, parameter});
}

float* Field::data() const {
  return matrix != nullptr       ? matrix->data()
         : row_vector != nullptr ? row_vector->data()
                                 : tensor->data.data();
}

Index Field::size() const {
  return matrix != nullptr       ? matrix->size()
         : row_vector != nullptr ? row_vector->size()
                                 : tensor->size();
}

std::vector<Index> Field::shape() const {
  if (tensor != nullptr) return tensor->shape;
  if (matrix != nullptr) return {matrix->rows(), matrix->cols()};
  return {size()};
}

void Fields::fill(const NamedTensors& tensors) const {
  const FieldsByName fields(*this);
  for (const auto& [name, tensor] : tensors) fill_field(fields, name, tensor);
}

void Fields::fill(NamedTensors&& tensors) const {
  const FieldsByName fields(*this);
  for (NamedTensors::Item& item : std::move(tensors).items()) {
    const Tensor taken = std::move(item.second);
    fill_field(fields, item.first, taken);
  }
}

void Fields::set(const NamedTensors& tensors) const {
  const FieldsByName fields(*this);
  for (const auto& [name, tensor] : tensors) check_replaces(fields, name, tensor);
  // Nothing below throws.
  for (const auto& [name, tensor] : tensors) {
    std::copy(tensor.data.begin(), tensor.data.end(), fields.find(name)->data());
  }
  Repacker repacker;
  accept(repacker);
}

void Fields::move_to(NamedTensors& named, std::string_view prefix) const {
  FieldMover mover(named, prefix);
  accept(mover);
}

void Fields::move_to(NamedTensors& named, Keep keep) const {
  FieldMover mover(named, "", keep);
  accept(mover);
}

}  // namespace attn
