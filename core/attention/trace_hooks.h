// Hooks at the fields of a trace: values that replace computed ones in the forward pass, and
// gradients that are read or added in the backward pass. A field has the dotted name that a trace's
// for_each visits, such as "layers.1.attention.weights".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attention/heads_view.h"
#include "base/named_tensors.h"
#include "base/tensor.h"

namespace attn {

// Replaces numbers of a field where it is computed, so that every later number follows.
struct Intervention {
  static constexpr Index kAll = -1;

  std::string layer;         // "layers.1.attention"; "" for a field of the model itself
  std::string field;         // "weights"
  std::vector<Index> index;  // one per leading axis, or kAll; axes after the last are kAll
  std::vector<float> value;  // one number for all selected cells, or one each, row-major

  // Sets the context of a head to 0.
  static Intervention head_off(std::string layer, Index head) {
    return {std::move(layer), "context", {kAll, head}, {0}};
  }
};

// The hooks of one part of a model. Copies share their state.
class TraceHooks {
 public:
  TraceHooks() = default;  // no hooks

  //   d_fields   gradients by name, added to those of the fields in backward; may be null
  //   gradients  receives the gradient of every field that backward passes, by name; may be null.
  //              The gradient of a replaced number is that of the number that replaced it.
  // Both pointers must outlive this object and its copies.
  explicit TraceHooks(std::vector<Intervention> interventions,
                      const NamedTensors* d_fields = nullptr, NamedTensors* gradients = nullptr);

  bool empty() const { return state_ == nullptr; }

  // The hooks of a part of this part.
  TraceHooks in(const char* part) const;

  // Whether an intervention replaces numbers of this field.
  bool replaces(const char* field) const;

  // Forward: replaces numbers of the field x.
  // Throws std::invalid_argument for an index outside x or another number of values.
  void replace(const char* field, Tensor& x) const;
  // The same for a field [batch, n, d] whose rows [batch * n, d] are x, for a field [batch, head,
  // n, d], and for the matrix at [batch, head] of a field of this shape.
  void replace(const char* field, Index batch, MatrixRef x) const;
  void replace(const char* field, const HeadsRef& x, Index batch, Index num_heads) const;
  void replace(const char* field, const std::vector<Index>& shape, Index batch, Index head,
               MatrixRef x) const;

  // Backward: adds the gradient from d_fields to d, reports d, and sets the gradients of replaced
  // numbers to 0. The overloads are those of replace.
  void backward(const char* field, Tensor& d) const;
  void backward(const char* field, Index batch, MatrixRef d, const char* axis = "d_model") const;
  void backward(const char* field, const HeadsRef& d, Index batch, Index num_heads,
                const std::vector<const char*>& axes) const;
  void backward(const char* field, const std::vector<Index>& shape, Index batch, Index head,
                MatrixRef d) const;

  // Throws std::invalid_argument, naming it, for an intervention (after forward) or a gradient
  // (after backward) of a field that the pass did not compute.
  void check_replaced() const;
  void check_added() const;

 private:
  struct State;
  // The matrix of a field: the field's shape, and the indices of the matrix.
  struct Place {
    const std::vector<Index>& shape;
    const std::vector<Index>& leading;
  };
  void replace(const char* field, const Place& place, MatrixRef x) const;
  void backward(const char* field, const Place& place, const std::vector<const char*>& axes,
                MatrixRef d) const;
  std::string name_of(const char* field) const { return prefix_ + field; }

  std::shared_ptr<State> state_;
  std::string prefix_;  // "layers.1.attention."
};

}  // namespace attn
