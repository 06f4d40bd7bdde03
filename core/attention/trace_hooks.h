// Hooks at the fields of a trace: changes of computed values in the forward pass, and
// gradients that are read or added in the backward pass. A field has the dotted name that a trace's
// for_each visits, such as "layers.1.attention.weights"; backward also reports "contributions", the
// gradient of each key's weight × v.
//
// The values of a parameter may also be changed, such as "layers.1.attention.w_q", for one pass.
// With w' the changed matrix, x (w' - w) is added to the product x w. So w is neither changed nor
// copied, whatever form it is packed in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attention/heads_view.h"
#include "base/matrix.h"
#include "base/named_tensors.h"
#include "base/tensor.h"

namespace attn {

class PackedMatrix;

// Replaces, multiplies or shifts elements of a field as soon as it is computed, so that everything
// computed from it changes too; or elements of a parameter of an attention, a feed-forward, a norm,
// or a head that is not tied.
struct Intervention {
  static constexpr Index kAll = -1;
  // What happens to a selected element x. A masked score stays -inf if it is multiplied or shifted.
  enum class Change {
    kReplace,   // value
    kMultiply,  // value * x
    kAdd,       // x + value
  };

  std::string layer;         // "layers.1.attention"; "" for a field of the model itself
  std::string field;         // "weights", or a parameter: "w_q"
  std::vector<Index> index;  // one per leading axis, or kAll; axes after the last are kAll
  std::vector<float> value;  // one number for all selected elements, or one each, row-major
  Change change = Change::kReplace;

  // "layers.1.attention.weights"
  std::string name() const { return layer.empty() ? field : layer + "." + field; }

  // Sets the context of a head to 0.
  static Intervention head_off(std::string layer, Index head) {
    return {std::move(layer), "context", {kAll, head}, {0}};
  }
};

// The matrix w of a product, or a bias. A layer for inference has its matrix in the columns of
// `packed` from `column` on instead.
struct Factor {
  const float* w;  // row-major
  const PackedMatrix* packed = nullptr;
  Index column = 0;
};

// How a parameter w is used: x w, d_y wᵀ, or w added to each row.
enum class Use { kForward, kBackward, kBias };

// The hooks of a pass, which do nothing by default. TraceHooks documents the functions. This is an
// interface, so that a program links the code of interventions only if it uses them.
class FieldHooks {
 public:
  // A field of a part of a model: "layers.1.attention." and "weights".
  struct Name {
    const std::string& part;
    const char* field;

    std::string text() const { return part + field; }
  };

  virtual ~FieldHooks() = default;

  virtual bool changes(Name) const { return false; }
  virtual bool reaches(Name) const { return false; }
  virtual void change(Name, Tensor&) {}
  virtual void change_rows(Name, Index, MatrixRef) {}
  virtual void change_heads(Name, const HeadsRef&, Index, Index) {}
  virtual void change_matrix(Name, const std::vector<Index>&, Index, Index, MatrixRef) {}
  virtual void change(Name, RowVector&) {}
  virtual void correct(Name, const Factor&, Use, ConstMatrixRef, MatrixRef) {}
  virtual void backward(Name, Tensor&) {}
  virtual void backward_rows(Name, Index, MatrixRef, const char*) {}
  virtual void backward_heads(Name, const HeadsRef&, Index, Index,
                              const std::vector<const char*>&) {}
  virtual void backward_matrix(Name, const std::vector<Index>&, Index, Index, MatrixRef) {}
  virtual void check_applied() const {}
  virtual void check_added() const {}
};

// The hooks of one part of a model. Copies share their state.
class TraceHooks {
 public:
  TraceHooks() = default;  // no hooks

  //   d_fields   gradients by name, added to those of the fields in backward; may be null
  //   gradients  receives the gradient of every field that backward passes, by name; may be null.
  //              For a changed element, it is the gradient with respect to the new value.
  // Both pointers must outlive this object and its copies.
  explicit TraceHooks(std::vector<Intervention> interventions,
                      const NamedTensors* d_fields = nullptr, NamedTensors* gradients = nullptr);

  // Hooks of an attention layer that set the contexts of these heads to 0. The layer throws
  // std::invalid_argument for a head that it does not have.
  static TraceHooks heads_off(std::vector<Index> heads);

  bool empty() const { return hooks_ == nullptr; }

  // The hooks of a part of this part.
  TraceHooks in(const char* part) const;

  // Whether an intervention changes numbers of this field or parameter.
  bool changes(const char* field) const { return hooks_ && hooks_->changes(name_of(field)); }

  // Whether backward does anything at this field.
  bool reaches(const char* field) const { return hooks_ && hooks_->reaches(name_of(field)); }

  // Forward: changes numbers of the field x.
  // Throws std::invalid_argument for an index outside x or another number of values.
  void change(const char* field, Tensor& x) const {
    if (hooks_) hooks_->change(name_of(field), x);
  }
  // The same for a field [batch, n, width] whose rows [batch * n, width] are x, for a field
  // [batch, head, n, width], and for the matrix at [batch, head] of a field of this shape.
  void change(const char* field, Index batch, MatrixRef x) const {
    if (hooks_) hooks_->change_rows(name_of(field), batch, x);
  }
  void change(const char* field, const HeadsRef& x, Index batch, Index num_heads) const {
    if (hooks_) hooks_->change_heads(name_of(field), x, batch, num_heads);
  }
  void change(const char* field, const std::vector<Index>& shape, Index batch, Index head,
              MatrixRef x) const {
    if (hooks_) hooks_->change_matrix(name_of(field), shape, batch, head, x);
  }

  // Changes numbers of v, the caller's copy of a parameter.
  void change(const char* parameter, RowVector& v) const {
    if (hooks_) hooks_->change(name_of(parameter), v);
  }
  // Adds what interventions at the parameter w change: x (w' - w) to y = x w, or in backward
  // d_y (w' - w)ᵀ to d_x = d_y wᵀ. The gradient xᵀ d_y of w does not depend on w. w must be finite:
  // this cannot remove a NaN or infinity of w from the product.
  void correct(const char* parameter, const Factor& w, ConstMatrixRef x, MatrixRef y,
               Use use = Use::kForward) const {
    if (hooks_) hooks_->correct(name_of(parameter), w, use, x, y);
  }
  void correct_backward(const char* parameter, const Factor& w, ConstMatrixRef d_y,
                        MatrixRef d_x) const {
    correct(parameter, w, d_y, d_x, Use::kBackward);
  }
  // The same for a bias b, which is added to each row of y. An empty bias has no numbers to change.
  void correct_bias(const char* parameter, const RowVector& b, MatrixRef y) const {
    if (b.size() != 0) correct(parameter, {b.data()}, y, y, Use::kBias);
  }

  // Backward: adds the gradient from d_fields to d, reports d, sets the gradients of replaced
  // numbers to 0, multiplies those of multiplied ones and keeps those of shifted ones. The
  // overloads are those of change.
  void backward(const char* field, Tensor& d) const {
    if (hooks_) hooks_->backward(name_of(field), d);
  }
  // The same for a gradient that must not change: returns d, or a changed copy, stored in `copy`.
  const Tensor& backward(const char* field, const Tensor& d, Tensor& copy) const {
    if (!reaches(field)) return d;
    copy = d;
    backward(field, copy);
    return copy;
  }
  void backward(const char* field, Index batch, MatrixRef d, const char* axis = "d_model") const {
    if (hooks_) hooks_->backward_rows(name_of(field), batch, d, axis);
  }
  void backward(const char* field, const HeadsRef& d, Index batch, Index num_heads,
                const std::vector<const char*>& axes) const {
    if (hooks_) hooks_->backward_heads(name_of(field), d, batch, num_heads, axes);
  }
  void backward(const char* field, const std::vector<Index>& shape, Index batch, Index head,
                MatrixRef d) const {
    if (hooks_) hooks_->backward_matrix(name_of(field), shape, batch, head, d);
  }

  // Throws std::invalid_argument, naming it, for an intervention (after forward) or a gradient
  // (after backward) of a field that the pass did not compute.
  void check_applied() const {
    if (hooks_) hooks_->check_applied();
  }
  void check_added() const {
    if (hooks_) hooks_->check_added();
  }

 private:
  explicit TraceHooks(std::shared_ptr<FieldHooks> hooks) : hooks_(std::move(hooks)) {}

  FieldHooks::Name name_of(const char* field) const { return {prefix_, field}; }

  std::shared_ptr<FieldHooks> hooks_;
  std::string prefix_;  // "layers.1.attention."
};

}  // namespace attn
