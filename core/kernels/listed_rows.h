// What sparse attention spends its time on: sums over the rows of a matrix that a list names.
//
//   rows  [.., columns]  one after the other
//   list  [count]        which of them
//
// Each product is rounded and then each sum, in an order that is the same on every target; so are
// the bits.
//
// At 64 columns, rows in the L1 cache, in cycles an element. With AVX-512 what limits them is the
// way of vectors that lie across two cache lines, 0.14 as of a copy: add_listed takes 0.15 (93 %);
// multiply_listed 0.24 (58 %), the rest of which are the sums of lanes; add_to_listed, which stores
// each row too, 0.20 to 0.29 (48 to 70 %). In wasm multiply_listed waits for its four sums, each 4
// cycles for the one before, 0.25, and takes 0.34 (74 %). The others need 0.17 for multiplying and
// adding on three ports, and take 0.28 and 0.36 (60 and 47 %): for each vector V8 issues a load,
// too, and for add_to_listed a store, some four instructions a cycle.
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
