// Splits a projection into heads, and averages heads. Head h owns columns [h d_head,
// (h + 1) d_head) of a projection.
#pragma once

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

//   x [batch * n, num_heads * d_head]  ->  [batch, head, n_axis, d_head]
// `n_axis` names the third axis: "query" or "key".
// Throws std::invalid_argument when the extents do not divide, naming both.
Tensor split_heads(ConstMatrixRef x, Index batch, Index num_heads, const char* n_axis);

//   x [batch, head, rows, columns]  ->  [batch, rows, columns], the mean over heads
// Sums in head order. -inf (a masked score) stays -inf.
Tensor average_heads(const Tensor& x);

}  // namespace attn
