// The panels of a packed matrix in a form with fewer bits, decoded block by block into the L1 cache
// just before they are multiplied. All rows of the left operand share the decoding.
//
//   float16, bfloat16   each number rounded to the nearest, ties to even
//   int8                see int8_panels.h
//
// float32 has panels too, so that a matrix can be stored in this order only.
//
// A product with an encoded matrix equals the product with the rounded numbers, bit for bit; except
// with int8, where the left operand is rounded as well.
#pragma once

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

// All functions take encoded panels. Decodes the first n numbers of a column.
//   to  [n]  out
void unpack_column(const PackedColumns& b, Index column, float* to, Index n);

// Decodes the columns from `first` on; a panel must begin there.
//   to  [rows, columns]  out
void unpack_columns(const PackedColumns& b, Index first, MatrixRef to);

// c = a bᵀ, for the first a.cols() columns of b.
//   a [rows, columns]    b [depth, columns]    c [rows, depth]
void multiply_transposed(ConstMatrixRef a, const PackedColumns& b, MatrixRef c);

}  // namespace attn
