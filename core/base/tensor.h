// A row-major float tensor with named axes: the type of traces and of all inputs and outputs.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace attn {

struct Tensor {
  std::vector<std::string> axes;  // one name per axis, e.g. {"batch", "head", "query", "key"}
  std::vector<Index> shape;       // one extent per axis; a scalar has no axes
  std::vector<float> data;        // element_count(shape) floats, the last axis fastest

  // An empty tensor: no axes, no data. A scalar has no axes either, but one element.
  Tensor() = default;

  // Zeros. Throws std::invalid_argument, before it allocates, when the number of names is not the
  // number of extents, an extent is negative, or the number of elements does not fit 31 bits.
  Tensor(std::vector<std::string> axes, std::vector<Index> shape);

  // The same for string literals: converting them here saves that code at every call.
  Tensor(std::initializer_list<const char*> axes, std::initializer_list<Index> shape);

  // Takes ownership of `data`. Throws as above, and when its length is not element_count(shape).
  Tensor(std::vector<std::string> axes, std::vector<Index> shape, std::vector<float> data);

  // Gives the tensor these axes and extents. With a new shape it is all zeros; with the same shape
  // its data stay, so that a tensor that is filled repeatedly is allocated once.
  void become(std::initializer_list<const char*> axes, std::initializer_list<Index> shape);

  // Zeros with the axes and extents of `other`.
  static Tensor zeros_like(const Tensor& other);

  static Tensor scalar(float x);  // no axes, one element
  static Tensor from_matrix(ConstMatrixRef matrix, const char* row_axis, const char* column_axis);

  bool empty() const { return axes.empty() && data.empty(); }
  Index rank() const { return static_cast<Index>(shape.size()); }
  Index size() const { return static_cast<Index>(data.size()); }

  // The i-th matrix [rows, columns] of the last two axes. i counts the leading axes in row-major
  // order: for [batch, head, query, key], i = batch * num_heads + head. A tensor of one axis is one
  // row.
  MatrixMap matrix(Index i = 0);
  ConstMatrixMap matrix(Index i = 0) const;
  Index matrix_count() const;  // product of all but the last two extents

  std::string shape_text() const;  // "[batch 1, head 2, query 6, key 6]", for messages
};

// The product of the extents. Throws std::invalid_argument for a negative extent or for a product
// that does not fit 31 bits (wasm has 32-bit addresses).
[[nodiscard]] Index element_count(const std::vector<Index>& shape);
// Throws as element_count; call it before an allocation that Eigen makes.
inline void check_element_count(const std::vector<Index>& shape) {
  static_cast<void>(element_count(shape));
}

// Throws std::invalid_argument unless the tensor has this shape: "expected weights of shape [1, 2],
// got [1, 3]".
void check_shape(const char* name, const Tensor& tensor, const std::vector<Index>& expected);

// A view of x with all axes but the last merged: [batch * n, d_model].
MatrixMap rows_of(Tensor& x) noexcept;
ConstMatrixMap rows_of(const Tensor& x) noexcept;

}  // namespace attn
