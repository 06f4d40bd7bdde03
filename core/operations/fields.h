// The fields of a struct of parameters, gradients or intermediates, by name: what its for_each
// tells, so that all of them go in and out of NamedTensors by the same code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"

namespace attn {

// A parameter with the axes that its name says.
Tensor parameter_tensor(std::string_view name, const Matrix& matrix);
Tensor parameter_tensor(std::string_view name, const RowVector& vector);

// One field of a struct: a parameter, a gradient or an intermediate.
struct Field {
  const char* name;
  Matrix* matrix = nullptr;
  RowVector* row_vector = nullptr;
  Tensor* tensor = nullptr;

  float* data() const;
  Index size() const;
};

// What a struct's for_each tells its fields. One type for all that is done with them but to read
// them: for_each is compiled once for that.
class FieldVisitor {
 public:
  void operator()(const char* name, Matrix& field) { visit({name, &field}); }
  void operator()(const char* name, RowVector& field) { visit({name, nullptr, &field}); }
  void operator()(const char* name, Tensor& field) { visit({name, nullptr, nullptr, &field}); }

 protected:
  ~FieldVisitor() = default;
  virtual void visit(const Field& field) = 0;
};

// The fields of any struct.
class Fields {
 public:
  // The struct has to outlive this.
  template <class Struct>
  explicit Fields(Struct& its)
      : struct_(&its), tell_([](void* its_fields, FieldVisitor& visitor) {
          Struct::for_each(*static_cast<Struct*>(its_fields), visitor);
        }) {}

  void tell(FieldVisitor& visitor) const { tell_(struct_, visitor); }

  // Matrices from tensors of two axes, row vectors from tensors of one; what is not given stays as
  // it is. Throws std::invalid_argument for a name that is no field's, or another number of axes.
  void fill(const NamedTensors& given) const;
  // Uses up what is given, one tensor after the other: there are never two copies of all.
  void fill(NamedTensors&& given) const;

  // Those that are not empty, `prefix` before each name; tensors are moved out.
  void move_to(NamedTensors& named, std::string_view prefix = "") const;
  // Those of a trace: for kWeights only the ones called "weights", of whichever part.
  void move_to(NamedTensors& named, Keep keep) const;

 private:
  void* struct_;
  void (*tell_)(void* its_fields, FieldVisitor& visitor);
};

// Parameters by name into a struct of them. One that holds a list (of layers) comes as long as it
// has to be, its matrices empty.
template <class Parameters>
Parameters filled(const NamedTensors& given, Parameters parameters = {}) {
  Fields(parameters).fill(given);
  return parameters;
}

template <class Parameters>
NamedTensors named(Parameters parameters, std::string_view prefix = "") {
  NamedTensors named;
  Fields(parameters).move_to(named, prefix);
  return named;
}

}  // namespace attn
