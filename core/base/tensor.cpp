#include "base/tensor.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace attn {
namespace {

Index checked_count(const std::vector<std::string>& axes, const std::vector<Index>& shape) {
  if (axes.size() != shape.size()) {
    refuse("expected one axis name for each extent of {}, got {} names",
           {shape, static_cast<Index>(axes.size())});
  }
  return element_count(shape);
}

// [rows, columns] of the last two axes. A vector is one row; a scalar is [1, 1].
std::pair<Index, Index> last_two(const std::vector<Index>& shape) {
  const std::size_t rank = shape.size();
  return {rank < 2 ? 1 : shape[rank - 2], rank < 1 ? 1 : shape[rank - 1]};
}

}  // namespace

Index element_count(const std::vector<Index>& shape) {
  constexpr std::int64_t kMax = 2147483647;
  for (const Index extent : shape) {
    if (extent < 0) refuse("expected extents of at least 0, got {}", {shape});
  }
  // Checked before the product: an extent of 0 means no elements, however large the others are.
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::int64_t count = 1;
  for (const Index extent : shape) {
    if (extent > kMax / count) {
      refuse("expected at most {} elements, got the shape {}", {static_cast<Index>(kMax), shape});
    }
    count *= extent;
  }
  return static_cast<Index>(count);
}

Tensor::Tensor(std::vector<std::string> axes_in, std::vector<Index> shape_in)
    : axes(std::move(axes_in)),
      shape(std::move(shape_in)),
      data(static_cast<std::size_t>(checked_count(axes, shape))) {}

Tensor::Tensor(std::initializer_list<const char*> axes_in, std::initializer_list<Index> shape_in)
    : Tensor(std::vector<std::string>(axes_in.begin(), axes_in.end()),
             std::vector<Index>(shape_in)) {}

Tensor::Tensor(std::vector<std::string> axes_in, std::vector<Index> shape_in,
               std::vector<float> data_in)
    : axes(std::move(axes_in)), shape(std::move(shape_in)), data(std::move(data_in)) {
  const Index count = checked_count(axes, shape);
  if (count != size()) {
    refuse("expected {} elements for the shape {}, got {}", {count, shape_text(), size()});
  }
}

void Tensor::become(std::initializer_list<const char*> axes_in,
                    std::initializer_list<Index> shape_in) {
  const bool matches = !empty() &&
                       std::equal(shape.begin(), shape.end(), shape_in.begin(), shape_in.end()) &&
                       std::equal(axes.begin(), axes.end(), axes_in.begin(), axes_in.end(),
                                  [](const std::string& axis, const char* name) {
                                    return std::strcmp(axis.c_str(), name) == 0;
                                  });
  if (!matches) *this = Tensor(axes_in, shape_in);
}

Tensor Tensor::zeros_like(const Tensor& other) { return Tensor(other.axes, other.shape); }

Tensor Tensor::scalar(float x) { return Tensor({}, {}, {x}); }

Tensor Tensor::from_matrix(ConstMatrixRef matrix, const char* row_axis, const char* column_axis) {
  Tensor tensor({row_axis, column_axis}, {matrix.rows(), matrix.cols()});
  tensor.matrix() = matrix;
  return tensor;
}

MatrixMap Tensor::matrix(Index i) {
  assert(i >= 0 && i < matrix_count());
  const auto [rows, columns] = last_two(shape);
  return {data.data() + i * rows * columns, rows, columns};
}

ConstMatrixMap Tensor::matrix(Index i) const {
  assert(i >= 0 && i < matrix_count());
  const auto [rows, columns] = last_two(shape);
  return {data.data() + i * rows * columns, rows, columns};
}

Index Tensor::matrix_count() const {
  Index count = 1;
  for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) count *= shape[axis];
  return count;
}

std::string Tensor::shape_text() const {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += axes[i] + " " + integer_text(shape[i]);
  }
  return text + "]";
}

void check_shape(const char* name, const Tensor& tensor, const std::vector<Index>& expected) {
  if (tensor.shape == expected) return;
  refuse("expected {} of shape {}, got {}", {name, expected, tensor.shape});
}

}  // namespace attn
