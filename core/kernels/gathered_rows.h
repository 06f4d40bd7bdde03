// Gather and scatter-add over rows, the inner loops of sparse attention: sums over the rows of a
// matrix whose indices are in a list.
//
//   rows  [.., columns]  one after the other
//   list  [count]        which of them
//
// Each product is rounded and then each sum, in an order that is the same on every target; so are
// the bits.
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

struct GatheredRows {
  const std::int32_t* list;
  Index count, columns;
};

//   x [columns]    y [count]  out: x · rows[list]
// Sixteen sums, of every sixteenth product each; half of them added to the other half until there
// is one.
void gather_dot(const GatheredRows& gathered, const float* x, const float* rows, float* y);

//   factors [count]    sum [columns]  sum += factors rows[list], from the list's first to its last
// A factor of exactly 0 selects nothing, even of a row that holds NaN.
void gather_add(const GatheredRows& gathered, const float* factors, const float* rows, float* sum);

//   factors [count]    x [columns]    rows[list] += factors x; likewise
void scatter_add(const GatheredRows& gathered, const float* factors, const float* x, float* rows);

}  // namespace attn
