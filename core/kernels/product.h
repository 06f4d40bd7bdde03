// The matrix products that attention is made of. Every product of the core goes through here.
//
// Each element of the result is summed by itself, over the depth from first to last. So its bits
// depend on its own row and column only: not on the number of the other rows, on their values, on
// alignment or on the target. A batch item gives the same bits alone as in company, natively as in
// wasm, and one row the same as a whole matrix; Eigen's products promise none of this.
#pragma once

#include "base/matrix.h"

namespace attn {

//   a [rows, depth]    b [depth, columns]    c [rows, columns]  out: a b; not a's or b's storage
void multiply(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c);

//   a [rows, depth]    b [columns, depth]    c [rows, columns]  out: a bᵀ; likewise
void multiply_transposed(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c);

// multiply, where an element of a that is exactly 0 selects nothing of b, even if b holds NaN or
// infinity there: what is masked is never read into a result.
void multiply_where_nonzero(ConstMatrixRef a, ConstMatrixRef b, MatrixRef c);

}  // namespace attn
