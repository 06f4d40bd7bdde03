// A view of one matrix [n, width] per head and batch item. The heads are in a tensor [batch, head,
// n, width], or in a projection: either side by side in its rows [batch * n, num_heads * width], or
// one head after the other.
#pragma once

#include <cassert>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/matrix_view.h"
#include "base/tensor.h"
#include "kernels/packed_matrix.h"
#include "ops/rotation.h"

namespace attn {

template <class Float>  // float or const float
struct StridedHeads {
  Float* data = nullptr;
  Index n = 0, width = 0;                                   // of a head's matrix
  Index batch_stride = 0, head_stride = 0, row_stride = 0;  // in elements

  Float* head(Index b, Index h) const {
    return offset_by(data, b * batch_stride + h * head_stride);
  }
  MatrixView at(Index b, Index h) const { return {head(b, h), n, width, row_stride}; }
  operator StridedHeads<const float>() const {
    return {data, n, width, batch_stride, head_stride, row_stride};
  }
};
using HeadsView = StridedHeads<const float>;
using HeadsRef = StridedHeads<float>;

// One head's matrix, in place.
inline Eigen::Map<Matrix, 0, Eigen::OuterStride<>> head_matrix(const HeadsRef& heads, Index b,
                                                               Index h) {
  return {heads.head(b, h), heads.n, heads.width, Eigen::OuterStride<>(heads.row_stride)};
}

// As StridedHeads, but each head is transposed and packed: [width, n] in panels of panel_columns
// columns. In the last panel the columns from n on may hold any values.
struct PackedHeads {
  const float* panels = nullptr;
  Index n = 0, width = 0;
  Index batch_stride = 0, head_stride = 0, panel_columns = 1;  // the strides in elements

  // The columns from `first` on, at which a panel must begin.
  PackedColumns at(Index b, Index h, Index first) const {
    assert(first % panel_columns == 0);
    return {panels + b * batch_stride + h * head_stride + first * width, width,
            round_up_to_panels(n, panel_columns) - first, panel_columns};
  }
};

// The inputs and output of attention.
struct AttendedHeads {
  HeadsView q;                               // [n_query, d_head] of each head
  HeadsView k, v;                            // [n_key, d_head], [n_key, d_v] of each kv head
  HeadsRef context;                          // out [n_query, d_v] of each head
  std::optional<PackedHeads> packed_k = {};  // replaces k when it comes from a cache
};

//   heads  [batch, head, n, width]
HeadsView heads_in(const Tensor& heads);
HeadsRef heads_in(Tensor& heads);

//   rows  [batch * n, columns]; head h is the columns [first_column + h width, + width)
HeadsRef token_major(Matrix& rows, Index batch, Index first_column, Index width);

//   rows  [num_heads * batch * n, width]; head h is the h-th block of rows [batch * n, width]
// Returns the heads from `first_head` on.
HeadsRef head_major(Matrix& rows, Index batch, Index num_heads, Index first_head);

// Rotates the rows of every head.
void rotate_heads(const Rotation& rotation, const HeadsRef& heads, Index batch, Index num_heads);

// Copies heads to a tensor [batch, head, n, width] with these axes: a new one, or `tensor`, whose
// storage is reused.
Tensor to_tensor(const PackedHeads& heads, Index batch, Index num_heads,
                 std::vector<std::string> axes);
void copy_to(Tensor& tensor, const HeadsView& heads, Index batch, Index num_heads,
             std::initializer_list<const char*> axes);

}  // namespace attn
