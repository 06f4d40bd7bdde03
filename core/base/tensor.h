// Floats with named axes, row-major: what a trace is made of and what leaves the core.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace attn {

struct Tensor {
  std::vector<std::string> axes;  // one name a dimension, e.g. {"batch", "head", "query", "key"}
  std::vector<Index> shape;       // one extent a dimension; no dimensions at all is a scalar
  std::vector<float> data;        // shape's product many, the last axis fastest

  // A tensor that nobody has filled: no axes, no data. `empty()` tells it from a scalar.
  Tensor() = default;

  // Zeros. Throws std::invalid_argument when the names and extents differ in number, an extent is
  // negative, or the number of elements does not fit 31 bits; nothing is allocated then.
  Tensor(std::vector<std::string> axes, std::vector<Index> shape);

  // The same, with names that stand in the program: they are made into strings here, once for all
  // the places that name them.
  Tensor(std::initializer_list<const char*> axes, std::initializer_list<Index> shape);

  // Takes `data`; throws as above, and when its length is not the shape's product.
  Tensor(std::vector<std::string> axes, std::vector<Index> shape, std::vector<float> data);

  // One of these axes and extents, as by the constructor; but one that already is so stays as it
  // is, with what it holds: whoever fills the same tensor again and again allocates it once.
  void become(std::initializer_list<const char*> axes, std::initializer_list<Index> shape);

  // Zeros with the axes and extents of another.
  static Tensor zeros_like(const Tensor& other);

  static Tensor from_matrix(ConstMatrixRef matrix, const char* row_axis, const char* column_axis);

  bool empty() const { return axes.empty() && data.empty(); }
  Index rank() const { return static_cast<Index>(shape.size()); }
  Index size() const { return static_cast<Index>(data.size()); }

  // The i-th matrix [rows, columns] over the last two axes, the leading axes counted together in
  // row-major order: for [batch, head, query, key], i = batch * num_heads + head. A tensor of one
  // axis is one row.
  MatrixMap matrix(Index i = 0);
  ConstMatrixMap matrix(Index i = 0) const;
  Index matrix_count() const;  // product of all but the last two extents

  std::string shape_text() const;  // "[batch 1, head 2, query 6, key 6]", for messages
};

// The product of the extents. Throws std::invalid_argument for a negative extent or for a product
// that does not fit 31 bits (wasm addresses 32), before anyone allocates.
Index element_count(const std::vector<Index>& shape);

// Throws std::invalid_argument unless the tensor has this shape: "expected weights of shape [1, 2],
// got [1, 3]".
void check_shape(const char* name, const Tensor& tensor, const std::vector<Index>& expected);

}  // namespace attn
