#include "attention/trace_hooks.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace attn {

struct TraceHooks::State {
  std::vector<Intervention> interventions;
  std::vector<std::string> names;  // of the interventions' fields
  std::vector<std::uint8_t> replaced;
  const NamedTensors* d_fields;
  std::vector<std::string> added;
  NamedTensors* gradients;
};

TraceHooks::TraceHooks(std::vector<Intervention> interventions, const NamedTensors* d_fields,
                       NamedTensors* gradients) {
  if (interventions.empty() && d_fields == nullptr && gradients == nullptr) return;
  state_ = std::make_shared<State>();
  for (const Intervention& i : interventions) {
    state_->names.push_back(i.layer.empty() ? i.field : i.layer + "." + i.field);
  }
  state_->replaced.assign(interventions.size(), 0);
  state_->interventions = std::move(interventions);
  state_->d_fields = d_fields;
  state_->gradients = gradients;
}

TraceHooks TraceHooks::in(const char* part) const {
  if (empty()) return {};
  TraceHooks hooks = *this;
  hooks.prefix_ += part;
  hooks.prefix_ += '.';
  return hooks;
}

bool TraceHooks::replaces(const char* field) const {
  if (empty()) return false;
  return std::count(state_->names.begin(), state_->names.end(), name_of(field)) != 0;
}

namespace {

// Checks the index and values of an intervention against the shape of its field.
void check_intervention(const Intervention& intervention, const std::string& name,
                        const std::vector<Index>& shape) {
  const std::vector<Index>& index = intervention.index;
  bool fits = index.size() <= shape.size();
  Index selected = 1;
  for (std::size_t axis = 0; fits && axis < shape.size(); ++axis) {
    const Index at = axis < index.size() ? index[axis] : Intervention::kAll;
    fits = at >= Intervention::kAll && at < shape[axis];
    if (at == Intervention::kAll) selected *= shape[axis];
  }
  if (!fits) refuse("expected an index of {} with shape {}, got {}", {name, shape, index});
  const auto values = static_cast<Index>(intervention.value.size());
  if (values != 1 && values != selected) {
    refuse("expected 1 or {} values for {}, got {}", {selected, name, values});
  }
}

// Calls body(cell of x, its number in row-major order of the selected cells) for the selected cells
// of the matrix x of a field of this shape at these leading indices.
template <class Body>
void for_selected(const std::vector<Index>& index, const std::vector<Index>& shape,
                  const std::vector<Index>& leading, MatrixRef x, const Body& body) {
  const auto selects_all = [&](std::size_t axis) {
    return axis >= index.size() || index[axis] == Intervention::kAll;
  };
  Index matrices_before = 0;
  for (std::size_t axis = 0; axis < leading.size(); ++axis) {
    if (selects_all(axis))
      matrices_before = matrices_before * shape[axis] + leading[axis];
    else if (index[axis] != leading[axis])
      return;
  }
  const std::size_t row = leading.size(), column = row + 1;
  const Index first_row = selects_all(row) ? 0 : index[row];
  const Index first_column = selects_all(column) ? 0 : index[column];
  const Index rows = selects_all(row) ? x.rows() : 1;
  const Index columns = selects_all(column) ? x.cols() : 1;
  Index number = matrices_before * rows * columns;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) body(x(first_row + i, first_column + j), number++);
  }
}

// Calls body(leading indices, matrix) for every matrix of x.
template <class Body>
void for_each_matrix(Tensor& x, const Body& body) {
  const std::size_t leading_axes = x.shape.size() - 2;
  std::vector<Index> leading(leading_axes, 0);
  for (Index i = 0; i < x.matrix_count(); ++i) {
    body(leading, x.matrix(i));
    for (std::size_t axis = leading_axes; axis-- > 0;) {
      if (++leading[axis] < x.shape[axis]) break;
      leading[axis] = 0;
    }
  }
}

}  // namespace

void TraceHooks::replace(const char* field, const Place& place, MatrixRef x) const {
  const std::string name = name_of(field);
  for (std::size_t i = 0; i < state_->names.size(); ++i) {
    if (state_->names[i] != name) continue;
    const Intervention& intervention = state_->interventions[i];
    check_intervention(intervention, name, place.shape);
    state_->replaced[i] = 1;
    const std::vector<float>& value = intervention.value;
    for_selected(intervention.index, place.shape, place.leading, x, [&](float& cell, Index number) {
      cell = value[value.size() == 1 ? 0 : static_cast<std::size_t>(number)];
    });
  }
}

void TraceHooks::backward(const char* field, const Place& place,
                          const std::vector<const char*>& axes, MatrixRef d) const {
  const std::string name = name_of(field);
  Index matrix = 0;
  for (std::size_t axis = 0; axis < place.leading.size(); ++axis) {
    matrix = matrix * place.shape[axis] + place.leading[axis];
  }
  const Tensor* added = state_->d_fields == nullptr ? nullptr : state_->d_fields->find(name);
  if (added != nullptr) {
    if (matrix == 0) {
      check_shape(("the gradient of " + name).c_str(), *added, place.shape);
      state_->added.push_back(name);
    }
    d += added->matrix(matrix);
  }
  if (state_->gradients != nullptr) {
    if (matrix == 0) {
      state_->gradients->put(name, Tensor({axes.begin(), axes.end()}, place.shape));
    }
    state_->gradients->at(name).matrix(matrix) = d;
  }
  for (std::size_t i = 0; i < state_->names.size(); ++i) {
    if (state_->names[i] != name) continue;
    check_intervention(state_->interventions[i], name, place.shape);
    for_selected(state_->interventions[i].index, place.shape, place.leading, d,
                 [](float& cell, Index) { cell = 0; });
  }
}

void TraceHooks::replace(const char* field, Tensor& x) const {
  if (!replaces(field)) return;
  for_each_matrix(x, [&](const std::vector<Index>& leading, MatrixMap matrix) {
    replace(field, Place{x.shape, leading}, matrix);
  });
}

void TraceHooks::replace(const char* field, Index batch, MatrixRef x) const {
  if (!replaces(field)) return;
  const Index n = x.rows() / batch;
  for (Index b = 0; b < batch; ++b) {
    replace(field, Place{{batch, n, x.cols()}, {b}}, x.middleRows(b * n, n));
  }
}

void TraceHooks::replace(const char* field, const HeadsRef& x, Index batch, Index num_heads) const {
  if (!replaces(field)) return;
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      replace(field, {batch, num_heads, x.n, x.columns}, b, h, head_matrix(x, b, h));
    }
  }
}

void TraceHooks::replace(const char* field, const std::vector<Index>& shape, Index batch,
                         Index head, MatrixRef x) const {
  if (!empty()) replace(field, Place{shape, {batch, head}}, x);
}

void TraceHooks::backward(const char* field, Tensor& d) const {
  if (empty()) return;
  std::vector<const char*> axes;
  for (const std::string& axis : d.axes) axes.push_back(axis.c_str());
  for_each_matrix(d, [&](const std::vector<Index>& leading, MatrixMap matrix) {
    backward(field, Place{d.shape, leading}, axes, matrix);
  });
}

void TraceHooks::backward(const char* field, Index batch, MatrixRef d, const char* axis) const {
  if (empty()) return;
  const Index n = d.rows() / batch;
  for (Index b = 0; b < batch; ++b) {
    backward(field, Place{{batch, n, d.cols()}, {b}}, {"batch", "query", axis},
             d.middleRows(b * n, n));
  }
}

void TraceHooks::backward(const char* field, const HeadsRef& d, Index batch, Index num_heads,
                          const std::vector<const char*>& axes) const {
  if (empty()) return;
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      backward(field, Place{{batch, num_heads, d.n, d.columns}, {b, h}}, axes,
               head_matrix(d, b, h));
    }
  }
}

void TraceHooks::backward(const char* field, const std::vector<Index>& shape, Index batch,
                          Index head, MatrixRef d) const {
  if (empty()) return;
  backward(field, Place{shape, {batch, head}}, {"batch", "head", "query", "key"}, d);
}

void TraceHooks::check_replaced() const {
  if (empty()) return;
  for (std::size_t i = 0; i < state_->names.size(); ++i) {
    if (!state_->replaced[i]) {
      refuse("expected an intervention at a field of this model, got \"{}\"", {state_->names[i]});
    }
  }
}

void TraceHooks::check_added() const {
  if (empty() || state_->d_fields == nullptr) return;
  for (const auto& [name, d] : *state_->d_fields) {
    if (std::count(state_->added.begin(), state_->added.end(), name) == 0) {
      refuse("expected a gradient of a field of this model, got \"{}\"", {name});
    }
  }
}

}  // namespace attn
