// Panels of int8: 32 numbers of a column share a scale.
//
//   b(k, j) ≈ q(k, j) scale(k / 32, j)   with q in -127 .. 127, and
//   scale = the largest |b| of these 32 numbers / 127, rounded to bfloat16
//
// Rounding is off by at most 0.502 |largest| / 127. (Numbers below 1e-35 become 0.) Rounding the
// rounded numbers again does not change them. The scales are bfloat16, because they then take
// 2 bytes and have the range of float32.
//
// A product rounds its left operand as well, every 32 numbers of a row to 16 bits:
//
//   a(i, k) ≈ p(i, k) scale(i, k / 32)   with p in -32767 .. 32767, and
//   scale = the largest |a| of these 32 numbers / 32767
//
// which is off by at most |largest| / 65,000. Both blocks of 32 then are multiplied as integers,
// exactly, and each sum is scaled once; this takes about half the time of a product in float32. A
// block whose numbers are all below 1e-30 becomes 0. A row of a with infinity or NaN gives NaN in
// every column of the result.
//
// An element of the result depends only on its own row of a and column of b, as in product.h.
#pragma once

#include "kernels/packed_matrix.h"

namespace attn {

inline constexpr Index kInt8ScaleBlock = 32;

// The number of blocks, each with its own scale, that n numbers are in.
constexpr Index scale_blocks_of(Index n) { return (n + kInt8ScaleBlock - 1) / kInt8ScaleBlock; }

// A panel stores its scales first: [rows / 32, panel_columns]. The numbers follow in pairs of rows,
// those of a column side by side: [rows / 2, panel_columns, 2]. Both round up.
extern const PanelCode kInt8Panels;

}  // namespace attn
