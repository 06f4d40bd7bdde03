#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "attention/trace_hooks.h"
#include "base/check.h"
#include "base/finite.h"
#include "kernels/packed_matrix.h"

namespace attn {
namespace {

using Change = Intervention::Change;

// "[all, 3]"
std::string index_text(const std::vector<Index>& index) {
  std::string text = "[";
  for (const Index at : index) {
    if (text.size() > 1) text += ", ";
    text += at == Intervention::kAll ? "all" : integer_text(at);
  }
  return text + "]";
}

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
  if (!fits) {
    refuse("expected an index of {} with shape {}, got {}", {name, shape, index_text(index)});
  }
  const auto values = static_cast<Index>(intervention.value.size());
  if (values != 1 && values != selected) {
    refuse("expected 1 or {} values for {}, got {}", {selected, name, values});
  }
}

// Calls body(element, k) for each selected element of x, the matrix at `leading` of a field of this
// shape. k counts the selected elements of the field, row-major.
template <class Body>
void for_selected(const std::vector<Index>& index, const std::vector<Index>& shape,
                  const std::vector<Index>& leading, MatrixRef x, const Body& body) {
  const auto selects_all = [&](std::size_t axis) {
    return axis >= index.size() || index[axis] == Intervention::kAll;
  };
  Index matrices_before = 0;
  for (std::size_t axis = 0; axis < leading.size(); ++axis) {
    if (selects_all(axis)) {
      matrices_before = matrices_before * shape[axis] + leading[axis];
    } else if (index[axis] != leading[axis]) {
      return;
    }
  }
  const std::size_t row = leading.size(), column = row + 1;
  const Index first_row = selects_all(row) ? 0 : index[row];
  const Index first_column = selects_all(column) ? 0 : index[column];
  const Index rows = selects_all(row) ? x.rows() : 1;
  const Index columns = selects_all(column) ? x.cols() : 1;
  Index k = matrices_before * rows * columns;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) body(x(first_row + i, first_column + j), k++);
  }
}

// Row i of the matrix, decoded if it is encoded.
//   to  [columns rounded up to panels]  out
void read_row(const Factor& factor, Index i, Index columns, float* to) {
  const PanelCode* code = factor.packed == nullptr ? nullptr : factor.packed->code();
  if (code == nullptr) {
    std::copy_n(factor.w + i * columns, columns, to);
    return;
  }
  const PackedColumns from = factor.packed->columns_from(factor.column);
  for (Index j = 0; j < columns; j += from.panel_columns) {
    code->decode(from.panels + j * code->column_floats(from.rows), from.rows, i, 1, to + j);
  }
}

// Adjacent columns that change.
struct Run {
  Index first, end;
};
void find_changed_runs(const std::vector<float>& change, Index columns, std::vector<Run>& runs) {
  runs.clear();
  for (Index j = 0; j < columns; ++j) {
    if (change[static_cast<std::size_t>(j)] == 0) continue;
    if (runs.empty() || runs.back().end != j) runs.push_back({j, j});
    ++runs.back().end;
  }
}

// Adds to a product what the change of row i of a parameter contributes.
//   change  [columns or more]
//   runs    the columns that change; times an infinite x, a change of 0 would be NaN
//   x, y    as TraceHooks::correct
void add_change(Use use, Index i, const std::vector<float>& change, const std::vector<Run>& runs,
                ConstMatrixRef x, MatrixRef y) {
  const bool is_backward = use == Use::kBackward;
  const float* added = change.data();
  for (Index row = 0; row < y.rows(); ++row) {
    const float scale = use == Use::kForward ? x(row, i) : 1;
    float sum = 0;
    for (const Run& run : runs) {
      if (is_backward) {
        for (Index j = run.first; j < run.end; ++j) sum += x(row, j) * added[j];
      } else {
        for (Index j = run.first; j < run.end; ++j) y(row, j) += scale * added[j];
      }
    }
    if (is_backward) y(row, i) += sum;
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

// One matrix of a field: the field's shape and the matrix's leading indices.
struct FieldMatrix {
  const std::vector<Index>& shape;
  const std::vector<Index>& leading;
};

class Interventions final : public FieldHooks {
 public:
  Interventions(std::vector<Intervention> interventions, const NamedTensors* d_fields,
                NamedTensors* gradients)
      : interventions_(std::move(interventions)),
        applied_(interventions_.size(), 0),
        d_fields_(d_fields),
        gradients_(gradients) {
    for (const Intervention& each : interventions_) names_.push_back(each.name());
  }

  bool changes(Name name) const override {
    return std::count(names_.begin(), names_.end(), name.text()) != 0;
  }

  void change(Name name, Tensor& x) override {
    if (!changes(name)) return;
    for_each_matrix(x, [&](const std::vector<Index>& leading, MatrixMap matrix) {
      change_at(name, {x.shape, leading}, matrix);
    });
  }
  void change_rows(Name name, Index batch, MatrixRef x) override {
    if (!changes(name)) return;
    const Index n = x.rows() / batch;
    for (Index b = 0; b < batch; ++b) {
      change_at(name, {{batch, n, x.cols()}, {b}}, x.middleRows(b * n, n));
    }
  }
  void change_heads(Name name, const HeadsRef& x, Index batch, Index num_heads) override {
    if (!changes(name)) return;
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < num_heads; ++h) {
        change_matrix(name, {batch, num_heads, x.n, x.width}, b, h, head_matrix(x, b, h));
      }
    }
  }
  void change_matrix(Name name, const std::vector<Index>& shape, Index batch, Index head,
                     MatrixRef x) override {
    change_at(name, {shape, {batch, head}}, x);
  }

  void change(Name name, RowVector& v) override {
    change_at(name, {{v.size()}, {}}, MatrixMap(v.data(), v.size(), 1));
  }
  void correct(Name name, const Factor& w, Use use, ConstMatrixRef x, MatrixRef y) override;

  bool reaches(Name name) const override {
    const bool adds = d_fields_ != nullptr && d_fields_->find(name.text()) != nullptr;
    return adds || gradients_ != nullptr || changes(name);
  }
  void backward(Name name, Tensor& d) override {
    if (!reaches(name)) return;
    std::vector<const char*> axes;
    for (const std::string& axis : d.axes) axes.push_back(axis.c_str());
    for_each_matrix(d, [&](const std::vector<Index>& leading, MatrixMap matrix) {
      backward_at(name, {d.shape, leading}, axes, matrix);
    });
  }
  void backward_rows(Name name, Index batch, MatrixRef d, const char* axis) override {
    if (!reaches(name)) return;
    const Index n = d.rows() / batch;
    for (Index b = 0; b < batch; ++b) {
      backward_at(name, {{batch, n, d.cols()}, {b}}, {"batch", "query", axis},
                  d.middleRows(b * n, n));
    }
  }
  void backward_heads(Name name, const HeadsRef& d_heads, Index batch, Index num_heads,
                      const std::vector<const char*>& axes) override {
    if (!reaches(name)) return;
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < num_heads; ++h) {
        backward_at(name, {{batch, num_heads, d_heads.n, d_heads.width}, {b, h}}, axes,
                    head_matrix(d_heads, b, h));
      }
    }
  }
  void backward_matrix(Name name, const std::vector<Index>& shape, Index batch, Index head,
                       MatrixRef d) override {
    backward_at(name, {shape, {batch, head}}, {"batch", "head", "query", "key"}, d);
  }

  void check_applied() const override {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (applied_[i] == 0) {
        refuse(
            "expected an intervention at a field of this model, or at a parameter of a "
            "projection, feed-forward, norm or untied head, got \"{}\"",
            {names_[i]});
      }
    }
  }
  void check_added() const override {
    if (d_fields_ == nullptr) return;
    for (const auto& [name, d] : *d_fields_) {
      if (std::count(added_.begin(), added_.end(), name) == 0) {
        refuse("expected a gradient of a field of this model, got \"{}\"", {name});
      }
    }
  }

 private:
  // Calls body(intervention) for the interventions at one field or parameter, in their order.
  // Checks each against the shape first, and marks it as applied.
  template <class Body>
  void for_each_at(const std::string& name, const std::vector<Index>& shape, const Body& body) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != name) continue;
      check_intervention(interventions_[i], name, shape);
      applied_[i] = 1;
      body(interventions_[i]);
    }
  }

  void change_at(Name field, const FieldMatrix& at, MatrixRef x);
  void change_by(const Intervention& intervention, const FieldMatrix& at, MatrixRef x);

  void backward_at(Name field, const FieldMatrix& at, const std::vector<const char*>& axes,
                   MatrixRef d);

  std::vector<Intervention> interventions_;
  std::vector<std::string> names_;     // of the interventions' fields
  std::vector<std::uint8_t> applied_;  // 1 for each intervention whose field was computed
  const NamedTensors* d_fields_;
  std::vector<std::string> added_;  // the names of d_fields_ whose fields backward has passed
  NamedTensors* gradients_;
};

void Interventions::change_at(Name field, const FieldMatrix& at, MatrixRef x) {
  for_each_at(field.text(), at.shape,
              [&](const Intervention& intervention) { change_by(intervention, at, x); });
}

void Interventions::change_by(const Intervention& intervention, const FieldMatrix& at,
                              MatrixRef x) {
  const std::vector<float>& value = intervention.value;
  for_selected(intervention.index, at.shape, at.leading, x, [&](float& element, Index k) {
    const float operand = value[value.size() == 1 ? 0 : static_cast<std::size_t>(k)];
    if (intervention.change == Change::kReplace) {
      element = operand;
      // A masked score stays -inf: times 0 it would become NaN.
    } else if (element != -kInfinity) {
      element = intervention.change == Change::kAdd ? element + operand : element * operand;
    }
  });
}

void Interventions::correct(Name parameter, const Factor& w, Use use, ConstMatrixRef x,
                            MatrixRef y) {
  const bool is_bias = use == Use::kBias;
  const Index rows = is_bias ? 1 : use == Use::kForward ? x.cols() : y.cols();
  const Index columns = use == Use::kBackward ? x.cols() : y.cols();
  const std::vector<Index> shape = is_bias ? std::vector{columns} : std::vector{rows, columns};
  std::vector<const Intervention*> matching;
  for_each_at(parameter.text(), shape,
              [&](const Intervention& intervention) { matching.push_back(&intervention); });
  const auto size = static_cast<std::size_t>(round_up_to_panels(columns, panel_columns()));
  std::vector<float> before(size), change;
  std::vector<Run> runs;
  for (Index i = 0; i < rows && !matching.empty(); ++i) {
    const auto selects = [&](const Intervention* each) {
      const std::vector<Index>& index = each->index;
      return is_bias || index.empty() || index[0] == Intervention::kAll || index[0] == i;
    };
    if (std::none_of(matching.begin(), matching.end(), selects)) continue;
    read_row(w, i, columns, before.data());
    change = before;
    // The row is the matrix [columns, 1] at this leading index.
    std::vector<Index> leading(is_bias ? 0 : 1, i);
    for (const Intervention* each : matching) {
      change_by(*each, {shape, leading}, MatrixMap(change.data(), columns, 1));
    }
    for (std::size_t j = 0; j < size; ++j) change[j] -= before[j];
    find_changed_runs(change, columns, runs);
    add_change(use, i, change, runs, x, y);
  }
}

void Interventions::backward_at(Name field, const FieldMatrix& at,
                                const std::vector<const char*>& axes, MatrixRef d) {
  const std::string name = field.text();
  Index matrix = 0;
  for (std::size_t axis = 0; axis < at.leading.size(); ++axis) {
    matrix = matrix * at.shape[axis] + at.leading[axis];
  }
  const Tensor* added = d_fields_ == nullptr ? nullptr : d_fields_->find(name);
  if (added != nullptr) {
    if (matrix == 0) {
      check_shape(("the gradient of " + name).c_str(), *added, at.shape);
      added_.push_back(name);
    }
    d += added->matrix(matrix);
  }
  if (gradients_ != nullptr) {
    if (matrix == 0) {
      gradients_->put(name, Tensor({axes.begin(), axes.end()}, at.shape));
    }
    gradients_->at(name).matrix(matrix) = d;
  }
  for_each_at(name, at.shape, [&](const Intervention& intervention) {
    if (intervention.change == Change::kAdd) return;
    const std::vector<float>& value = intervention.value;
    for_selected(intervention.index, at.shape, at.leading, d, [&](float& element, Index k) {
      const float operand = value[value.size() == 1 ? 0 : static_cast<std::size_t>(k)];
      element = intervention.change == Change::kMultiply ? element * operand : 0;
    });
  });
}

}  // namespace

TraceHooks::TraceHooks(std::vector<Intervention> interventions, const NamedTensors* d_fields,
                       NamedTensors* gradients) {
  if (interventions.empty() && d_fields == nullptr && gradients == nullptr) return;
  hooks_ = std::make_shared<Interventions>(std::move(interventions), d_fields, gradients);
}

}  // namespace attn
