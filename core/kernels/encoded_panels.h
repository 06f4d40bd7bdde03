// The panels of a packed matrix in a form with fewer bits, decoded block by block into the L1 cache
// just before they are multiplied. All rows of the left operand share the decoding.
//
//   float16, bfloat16   each number rounded to the nearest, ties to even
//   int8                b(k, j) ≈ q(k, j) scale(k / 32, j)   with q in -127 .. 127, and
//                       scale = the largest |b| of these 32 numbers / 127, rounded to bfloat16
//
// Rounding to int8 is off by at most 0.502 |largest| / 127. (Numbers below 1e-35 become 0.)
// Rounding the rounded numbers again does not change them. The scales are bfloat16, because they
// then take 2 bytes and have the range of float32.
//
// float32 has panels too, so that a matrix can be held in this order only.
//
// Products with an encoded matrix are those with its rounded numbers, bit for bit.
#pragma once

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

inline constexpr Index kNumbersOfAScale = 32;

// All functions take encoded panels. The first n numbers of a column:
//   to  [n]  out
void unpack_column(const PackedColumns& b, Index column, float* to, Index n);

// The columns from `first` on; a panel must begin there.
//   to  [rows, columns]  out
void unpack_columns(const PackedColumns& b, Index first, MatrixRef to);

// c = a bᵀ, for the first a.cols() columns of b.
//   a [rows, columns]    b [depth, columns]    c [rows, depth]
void multiply_transposed(ConstMatrixRef a, const PackedColumns& b, MatrixRef c);

}  // namespace attn
