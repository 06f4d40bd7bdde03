// Gather and scatter-add over the rows of a matrix, the inner loops of sparse attention.
//
//   rows  [.., columns]  contiguous
//   list  [count]        indices of rows
//
// Each product is rounded before it is added, and the order of the sums is fixed. The results have
// the same bits on every target.
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

struct GatheredRows {
  const std::int32_t* list;
  Index count, columns;
};

//   x [columns]    y [count]  out: x · rows[list]
// There are 16 partial sums; the s-th adds products s, s + 16, s + 32 .. Then the upper half of the
// partial sums is added to the lower half until one is left.
void gather_dot(const GatheredRows& gathered, const float* x, const float* rows, float* y);

//   factors [count]    sum [columns]  sum += factors rows[list], in the list's order
// A row whose factor is exactly 0 is skipped, even if it holds NaN.
void gather_add(const GatheredRows& gathered, const float* factors, const float* rows, float* sum);

//   factors [count]    x [columns]    rows[list] += factors x, in the list's order
// A row whose factor is exactly 0 is not changed, even if x holds NaN.
void scatter_add(const GatheredRows& gathered, const float* factors, const float* x, float* rows);

}  // namespace attn
