// The fields of a struct of parameters, gradients or intermediates, by name: what its for_each
// tells, so that all of them go in and out of NamedTensors by the same code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

// A parameter with the axes that its name says.
Tensor parameter_tensor(std::string_view name, const Matrix& matrix);
Tensor parameter_tensor(std::string_view name, const RowVector& vector);

class Fields {
 public:
  // The fields stay where they are: `filled` has to outlive this.
  template <class Struct>
  explicit Fields(Struct& filled) {
    Struct::for_each(filled, *this);
  }

  // What for_each visits.
  void operator()(const char* name, Matrix& field) { fields_.push_back({name, &field}); }
  void operator()(const char* name, RowVector& field) { fields_.push_back({name, &field}); }
  void operator()(const char* name, Tensor& field) { fields_.push_back({name, &field}); }

  // Matrices from tensors of two axes, row vectors from tensors of one; what is not given stays as
  // it is. Throws std::invalid_argument for a name that is no field's, or another number of axes.
  void fill(const NamedTensors& given) const;
  // Uses up what is given, one tensor after the other: there are never two copies of all.
  void fill(NamedTensors&& given) const;

  // Those that are not empty, `prefix` before each name; tensors are moved out.
  void move_to(NamedTensors& named, std::string_view prefix = "") const;

 private:
  struct Field {
    Field(const char* its_name, Matrix* field) : name(its_name), matrix(field) {}
    Field(const char* its_name, RowVector* field) : name(its_name), row_vector(field) {}
    Field(const char* its_name, Tensor* field) : name(its_name), tensor(field) {}

    std::string name;
    Matrix* matrix = nullptr;
    RowVector* row_vector = nullptr;
    Tensor* tensor = nullptr;
  };
  void fill_one(const std::string& name, const Tensor& tensor) const;

  std::vector<Field> fields_;
};

// Parameters by name into a struct of them. One that holds a list (of layers) comes as long as it
// has to be, its matrices empty.
template <class Parameters>
Parameters filled(const NamedTensors& given, Parameters parameters = {}) {
  Fields(parameters).fill(given);
  return parameters;
}
template <class Parameters>
Parameters filled(NamedTensors&& given, Parameters parameters = {}) {
  Fields(parameters).fill(std::move(given));
  return parameters;
}

template <class Parameters>
NamedTensors named(Parameters parameters, std::string_view prefix = "") {
  NamedTensors named;
  Fields(parameters).move_to(named, prefix);
  return named;
}

}  // namespace attn
