// The matrix products that attention is made of. Every product of the core goes through here.
//
// Each element of the result is summed by itself, over the depth from first to last. So its bits
// depend on its own row and column only: not on the number of the other rows, on their values, on
// alignment or on whether an operand was packed. A batch item gives the same bits alone as in
// company, and one row the same as a whole matrix; Eigen's products promise none of this. Where the
// processor multiplies and adds in one rounding, every element is summed so.
#pragma once

#include <type_traits>

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

// c = alpha a b + bias + beta c, then each element through `activate`. Where alpha is 1, what is
// added is where the sums begin: the bias, or c if beta is 1 and there is no bias.
struct ProductOptions {
  float alpha = 1;
  float beta = 0;                                 // 0: c is not read
  const float* bias = nullptr;                    // [columns], added to every row
  void (*activate)(float* x, Index n) = nullptr;  // x [n], in place
};
inline constexpr ProductOptions kPlainProduct;  // c = a b

// A row-major b of up to this many floats, from the first to the last, is read in place, except for
// columns that fill no panel. A larger one is packed if a has many rows.
inline constexpr Index kFloatsReadInPlace = 8192;

//   a [rows, depth]    b [depth, columns]    c [rows, columns]  out: not a's or b's storage
// Of a packed b, which may have more rows and columns, the first are taken.
// Either operand may be transposed(..). Where b has many panels and a vector has four lanes, the
// rows of a are packed too, some 256 at a time: up to 1032 bytes a column of a.
void multiply(const MatrixView& a, const MatrixView& b, MatrixRef c,
              const ProductOptions& options = kPlainProduct);
void multiply(const MatrixView& a, const PackedColumns& b, MatrixRef c,
              const ProductOptions& options = kPlainProduct);

// The same, the columns of c in groups of whole panels, each a matrix by itself, group_step floats
// after the one before. `activate` sees a group's rows.
void multiply_in_groups(const MatrixView& a, const PackedColumns& b, MatrixRef first_group,
                        Index groups, Index group_step,
                        const ProductOptions& options = kPlainProduct);

// multiply, where an element of a that is exactly 0 selects nothing of b, even if b holds NaN or
// infinity there: what is masked is never read into a result.
void multiply_where_nonzero(const MatrixView& a, const MatrixView& b, MatrixRef c,
                            const ProductOptions& options = kPlainProduct);

}  // namespace attn
