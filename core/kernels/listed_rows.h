// What sparse attention spends its time on: sums over the rows of a matrix that a list names.
//
//   rows  [.., columns]  one after the other
//   list  [count]        which of them, none twice
//
// Each product is rounded and then each sum, in an order that is the same on every target; so are
// the bits.
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

struct ListedRows {
  const std::int32_t* list;
  Index count, columns;
};

//   x [columns]    y [count]  out: x · rows[list]
// Sixteen sums, of every sixteenth product each; half of them added to the other half until there
// is one.
void multiply_listed(const ListedRows& listed, const float* x, const float* rows, float* y);

//   factors [count]    sum [columns]  sum += factors rows[list], from the list's first to its last
// A factor of exactly 0 selects nothing, even of a row that holds NaN.
void add_listed(const ListedRows& listed, const float* factors, const float* rows, float* sum);

//   factors [count]    x [columns]    rows[list] += factors x; likewise
void add_to_listed(const ListedRows& listed, const float* factors, const float* x, float* rows);

}  // namespace attn
