#include "models/parameter_part.h"

#include <utility>

#include "base/check.h"
#include "layers/part.h"

namespace attn {
namespace {

// A visitor that finds the parameter of this name: a packed matrix, a matrix or a row vector.
class ParameterVisitor {
 public:
  explicit ParameterVisitor(const std::string& name) : name_(name) {}

  void operator()(const char* name, const PackedParameter& parameter) {
    if (name_ != name || parameter.packed->code() == nullptr) return;
    packed_ = parameter.packed->columns_from(parameter.first);
    is_transposed_ = name_ == "embedding";
    shape_ = {packed_.rows, packed_.cols};
    if (is_transposed_) std::swap(shape_[0], shape_[1]);
  }
  void operator()(const char* name, const Matrix& w) {
    if (name_ != name || w.size() == 0) return;
    w_ = &w;
    shape_ = {w.rows(), w.cols()};
  }
  void operator()(const char* name, const RowVector& v) {
    if (name_ != name || v.size() == 0) return;
    v_ = &v;
    shape_ = {v.size()};
  }

  // [rows, columns], or [columns] of a vector; empty if there is none.
  std::vector<Index> shape() const { return shape_; }
  // Keeps only the first columns, for a matrix that is packed side by side with others.
  void narrow(Index columns) {
    if (packed_.code != nullptr) shape_[1] = columns;
  }

  // Whether the packed matrix is the parameter's transpose.
  bool is_transposed() const { return is_transposed_; }

  // A column; of a packed transpose, a row.
  RowVector column(Index at) const {
    if (v_ != nullptr) return *v_;
    if (w_ != nullptr) return w_->col(at).transpose();
    RowVector column(packed_.rows);
    packed_.code->unpack_column(packed_, at, column.data(), column.size());
    return column;
  }

 private:
  const std::string& name_;
  std::vector<Index> shape_;
  const Matrix* w_ = nullptr;
  const RowVector* v_ = nullptr;
  PackedColumns packed_{};
  bool is_transposed_ = false;
};

// The number of columns of w_q, w_k or w_v, which are packed side by side; 0 for other parameters.
Index columns_of_projection(const TokenModel& model, const std::string& name) {
  for (Index i = 0; i < model.config().layers.num_layers; ++i) {
    const std::string attention = layer_name(static_cast<std::size_t>(i)) + ".attention.";
    if (!name.starts_with(attention)) continue;
    const MultiHeadConfig config =
        model.config().layers.of_layer(static_cast<std::size_t>(i)).attention;
    const std::string parameter = name.substr(attention.size());
    if (parameter == "w_q") return config.num_heads * config.d_head;
    if (parameter == "w_k") return config.num_kv_heads * config.d_head;
    if (parameter == "w_v") return config.num_kv_heads * config.d_v;
  }
  return 0;
}

}  // namespace

Tensor parameter_part(TokenModel& model, const std::string& name, const std::vector<Index>& from,
                      const std::vector<Index>& to) {
  ParameterVisitor parameter(name);
  TokenModel::for_each_parameter(std::as_const(model), parameter);
  if (model.form()) {
    TokenModel::for_each_packed(model, parameter);
    const Index columns = columns_of_projection(model, name);
    if (columns != 0) parameter.narrow(columns);
  }
  const std::vector<Index> shape = parameter.shape();
  if (shape.empty()) refuse("expected a parameter of this model, got \"{}\"", {name});
  bool fits = from.size() == shape.size() && to.size() == shape.size();
  std::vector<Index> extents;
  for (std::size_t axis = 0; fits && axis < shape.size(); ++axis) {
    fits = from[axis] >= 0 && from[axis] < to[axis] && to[axis] <= shape[axis];
    extents.push_back(to[axis] - from[axis]);
  }
  if (!fits) refuse("expected a part of {} with shape {}, got {} to {}", {name, shape, from, to});
  if (shape.size() == 1) {
    Tensor part({"column"}, extents);
    part.matrix() = parameter.column(0).segment(from[0], extents[0]);
    return part;
  }
  Tensor part({"row", "column"}, extents);
  const std::size_t across = parameter.is_transposed() ? 0 : 1, along = 1 - across;
  for (Index j = 0; j < extents[across]; ++j) {
    const RowVector numbers =
        parameter.column(from[across] + j).segment(from[along], extents[along]);
    if (parameter.is_transposed()) {
      part.matrix().row(j) = numbers;
    } else {
      part.matrix().col(j) = numbers.transpose();
    }
  }
  return part;
}

}  // namespace attn
