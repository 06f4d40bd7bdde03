#include "operations/tensors/fields.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "models/parameter_tensor.h"

namespace attn {
namespace {

// How many names a message lists: a stack of layers has hundreds of parameters.
constexpr std::size_t kMaxListed = 30;

// Fills fields by name.
class Filling final : public FieldVisitor {
 public:
  explicit Filling(const Fields& fields) { fields.accept(*this); }

  void fill(const std::string& name, const Tensor& tensor) const;

 private:
  void visit(const Field& field) override {
    names_.emplace_back(field.name);
    fields_.push_back({nullptr, field.matrix, field.row_vector});
  }

  std::vector<std::string> names_;
  std::vector<Field> fields_;
};

void Filling::fill(const std::string& name, const Tensor& tensor) const {
  const auto it = std::find(names_.begin(), names_.end(), name);
  if (it == names_.end()) {
    std::string known;
    for (std::size_t i = 0; i < names_.size() && i < kMaxListed; ++i) {
      append_name(known, names_[i].c_str());
    }
    refuse(names_.size() > kMaxListed ? "expected one of the parameters {} .., got \"{}\""
                                      : "expected one of the parameters {}, got \"{}\"",
           {known, name});
  }
  const Field& field = fields_[static_cast<std::size_t>(it - names_.begin())];
  check_parameter_rank(name, tensor, field.matrix != nullptr ? 2 : 1);
  if (field.matrix != nullptr) {
    *field.matrix = tensor.matrix();
  } else {
    *field.row_vector = tensor.matrix();
  }
}

// Replaces the numbers of fields by name.
class Setting final : public FieldVisitor {
 public:
  void check(const std::string& name, const Tensor& tensor) const {
    const Field& field = at(name);
    const std::vector<Index> shape = field.shape();
    if (tensor.shape == shape) return;
    refuse("expected the parameter \"{}\" of shape {}, got {}", {name, shape, tensor.shape});
  }
  void set(const std::string& name, const Tensor& tensor) const {
    std::copy(tensor.data.begin(), tensor.data.end(), at(name).data());
  }

 private:
  void visit(const Field& field) override {
    if (field.size() == 0) return;
    names_.emplace_back(field.name);
    fields_.push_back(field);
  }
  const Field& at(const std::string& name) const {
    const auto it = std::find(names_.begin(), names_.end(), name);
    if (it == names_.end()) {
      refuse("expected names of the model's parameters, got \"{}\"", {name});
    }
    return fields_[static_cast<std::size_t>(it - names_.begin())];
  }

  std::vector<std::string> names_;
  std::vector<Field> fields_;
};

// Does nothing: visiting the parameters of a layer repacks them.
class Packing final : public FieldVisitor {
  void visit(const Field&) override {}
};

class Moving final : public FieldVisitor {
 public:
  Moving(NamedTensors& named, std::string_view prefix, Keep keep = Keep::kTrace)
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
  const Filling filling(*this);
  for (const auto& [name, tensor] : tensors) filling.fill(name, tensor);
}

void Fields::fill(NamedTensors&& tensors) const {
  const Filling filling(*this);
  for (NamedTensors::Item& item : std::move(tensors).items()) {
    const Tensor taken = std::move(item.second);
    filling.fill(item.first, taken);
  }
}

void Fields::set(const NamedTensors& tensors) const {
  Setting setting;
  accept(setting);
  for (const auto& [name, tensor] : tensors) setting.check(name, tensor);
  // Nothing below throws.
  for (const auto& [name, tensor] : tensors) setting.set(name, tensor);
  Packing packing;
  accept(packing);
}

void Fields::move_to(NamedTensors& named, std::string_view prefix) const {
  Moving moving(named, prefix);
  accept(moving);
}

void Fields::move_to(NamedTensors& named, Keep keep) const {
  Moving moving(named, "", keep);
  accept(moving);
}

}  // namespace attn
