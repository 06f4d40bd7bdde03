// Access by name to the fields of a struct of parameters, gradients or intermediates, through the
// struct's for_each. The same code moves all such structs to and from NamedTensors.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"

namespace attn {

// Throws std::invalid_argument unless a parameter has this number of axes: 1 or 2.
void check_parameter_rank(std::string_view name, const Tensor& parameter, Index rank);

// One field of a struct: a parameter, a gradient or an intermediate. One of the pointers is set.
struct Field {
  const char* name;
  Matrix* matrix = nullptr;
  RowVector* row_vector = nullptr;
  Tensor* tensor = nullptr;

  float* data() const;
  Index size() const;
  std::vector<Index> shape() const;
};

// The visitor that Fields passes to a struct's for_each. All uses share this one type, so that each
// for_each is compiled only once.
class FieldVisitor {
 public:
  void operator()(const char* name, Matrix& field) { visit({name, &field}); }
  void operator()(const char* name, RowVector& field) { visit({name, nullptr, &field}); }
  void operator()(const char* name, Tensor& field) { visit({name, nullptr, nullptr, &field}); }

 protected:
  ~FieldVisitor() = default;
  virtual void visit(const Field& field) = 0;
};

// The fields of any struct that has a for_each.
class Fields {
 public:
  // Keeps a reference to the struct.
  template <class Struct>
  explicit Fields(Struct& fields)
      : struct_(&fields), accept_([](void* object, FieldVisitor& visitor) {
          Struct::for_each(*static_cast<Struct*>(object), visitor);
        }) {}

  // The parameters of a layer or a model that has a for_each_parameter, which repacks them.
  template <class Layer>
  static Fields of_parameters(Layer& layer) {
    return Fields(&layer, [](void* object, FieldVisitor& visitor) {
      Layer::for_each_parameter(*static_cast<Layer*>(object), visitor);
    });
  }

  // Visits every field.
  void accept(FieldVisitor& visitor) const { accept_(struct_, visitor); }

  // Sets matrices from tensors with two axes and row vectors from tensors with one. Fields without
  // a tensor stay unchanged. Throws std::invalid_argument for an unknown name or another number of
  // axes.
  void fill(const NamedTensors& tensors) const;
  // The same, but frees each tensor once it is copied, so that memory never holds everything twice.
  void fill(NamedTensors&& tensors) const;

  // Overwrites the named fields. Throws std::invalid_argument for an unknown name, an empty field
  // or another shape, before any field changes.
  void set(const NamedTensors& tensors) const;

  // Adds all non-empty fields to `named`, with `prefix` before each name. Moves tensors, copies
  // matrices and row vectors.
  void move_to(NamedTensors& named, std::string_view prefix = "") const;
  // In a trace, kWeights moves only the fields called "weights", of any part.
  void move_to(NamedTensors& named, Keep keep) const;

 private:
  Fields(void* object, void (*accept)(void* object, FieldVisitor& visitor))
      : struct_(object), accept_(accept) {}

  void* struct_;
  void (*accept_)(void* object, FieldVisitor& visitor);
};

// Fills a struct of parameters by name. If the struct has a list of layers, pass it with the right
// number of layers and empty matrices.
template <class Parameters>
Parameters filled(const NamedTensors& tensors, Parameters parameters = {}) {
  Fields(parameters).fill(tensors);
  return parameters;
}

// The non-empty fields of a struct, with `prefix` before each name.
template <class Parameters>
NamedTensors named(Parameters parameters, std::string_view prefix = "") {
  NamedTensors named;
  Fields(parameters).move_to(named, prefix);
  return named;
}

}  // namespace attn
