// The right operand of a product, laid out once in the order in which the kernel reads it:
// parameters when they are set, keys before many queries meet them.
#pragma once

#include <initializer_list>
#include <vector>

#include "base/matrix_view.h"

namespace attn {

class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(MatrixView b);
  // The columns of all, one after the other: [w_q, w_k, w_v] for one product. Equal rows.
  explicit PackedMatrix(std::initializer_list<MatrixView> side_by_side);

  // Packs another one into the same storage.
  void assign(MatrixView b);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  bool empty() const { return panels_.empty(); }

  // For the kernels: how it lies is their affair.
  const float* panels() const { return panels_.data(); }

 private:
  Index rows_ = 0, cols_ = 0;
  std::vector<float> panels_;
};

}  // namespace attn
