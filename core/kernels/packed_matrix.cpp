#include "kernels/packed_matrix.h"

#include <cassert>

namespace attn {

PackedMatrix::PackedMatrix(MatrixView b) { assign(b); }

PackedMatrix::PackedMatrix(std::initializer_list<MatrixView> side_by_side) {
  rows_ = side_by_side.begin()->rows;
  for (const MatrixView& part : side_by_side) cols_ += part.cols;
  for (Index k = 0; k < rows_; ++k) {
    for (const MatrixView& part : side_by_side) {
      assert(part.rows == rows_);
      for (Index j = 0; j < part.cols; ++j) panels_.push_back(part.at(k, j));
    }
  }
}

void PackedMatrix::assign(MatrixView b) {
  rows_ = b.rows;
  cols_ = b.cols;
  panels_.clear();
  for (Index k = 0; k < rows_; ++k) {
    for (Index j = 0; j < cols_; ++j) panels_.push_back(b.at(k, j));
  }
}

}  // namespace attn
