// Matrix products. Every product of the core is computed here.
//
// Each element of the result is one sum over the depth, from first to last. Its bits depend only on
// its own row of a and column of b: not on the other rows, on alignment, or on whether an operand
// is packed. A batch item or a row therefore gives the same bits alone and in a larger matrix.
// Eigen's products do not guarantee this. If the processor has a fused multiply-add, all sums use
// it.
#pragma once

#include <type_traits>

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

// c = activate(alpha a b + bias + beta c). If alpha is 1, the sums start from the bias, or from c
// if beta is 1 and there is no bias. Other terms are added at the end.
struct ProductOptions {
  float alpha = 1;
  float beta = 0;                                 // if 0, c is not read
  const float* bias = nullptr;                    // [columns], added to every row
  void (*activate)(float* x, Index n) = nullptr;  // x [n], in place
};
inline constexpr ProductOptions kPlainProduct;  // c = a b

// A row-major b that spans at most this many floats is read in place, except for columns that do
// not fill a panel. A larger b is packed if a has many rows.
inline constexpr Index kFloatsReadInPlace = 8192;

//   a [rows, depth]    b [depth, columns]    c [rows, columns]  out; must not overlap a or b
// A packed b may have more rows and columns; the first ones are used. Either operand may be
// transposed(..). If b has many panels and a vector has four lanes, the rows of a are packed as
// well, about 256 at a time, which takes up to 1032 bytes per column of a.
void multiply(const MatrixView& a, const MatrixView& b, MatrixRef c,
              const ProductOptions& options = kPlainProduct);
void multiply(const MatrixView& a, const PackedColumns& b, MatrixRef c,
              const ProductOptions& options = kPlainProduct);

// The same, with c stored as `column_blocks` matrices: each has the next first_block.cols()
// columns, a multiple of the panel width, and starts block_stride floats after the previous one.
// `activate` is called with the rows of each block.
void multiply_in_column_blocks(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                               Index column_blocks, Index block_stride,
                               const ProductOptions& options = kPlainProduct);

// The same as multiply, but an element of a that is exactly 0 contributes 0 even if b holds NaN or
// infinity there. Masked values therefore never reach a result.
void multiply_where_nonzero(const MatrixView& a, const MatrixView& b, MatrixRef c,
                            const ProductOptions& options = kPlainProduct);

}  // namespace attn
