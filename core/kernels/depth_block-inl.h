// One depth block of a product, computed tile by tile: a block of rows of c, one strip of its
// columns, and a part of the depth.
#if defined(ATTN_KERNELS_DEPTH_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_DEPTH_BLOCK_INL_H_
#undef ATTN_KERNELS_DEPTH_BLOCK_INL_H_
#else
#define ATTN_KERNELS_DEPTH_BLOCK_INL_H_
#endif

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/matrix_view.h"
#include "kernels/panel-inl.h"
#include "kernels/prefetch.h"
#include "kernels/simd-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// Rows of a tile, tallest first. Each row has two vectors of sums; a step also needs two vectors of
// b and one element of a in registers. So 6 rows fit 16 registers, and 14 rows fit AVX-512's 32. V8
// loads all operands of a step before it multiplies, so in wasm only 4 rows fit (8 sums, 2 vectors
// of b, 4 elements of a), or 6 with the fused multiply-add of relaxed SIMD. Smaller tiles handle
// the remaining rows.
template <int... kRows>
using TileRows = std::integer_sequence<int, kRows...>;
#ifdef __wasm_relaxed_simd__
using Tiles = TileRows<6, 4, 2, 1>;
constexpr int kTileRows = 6;
#else
using Tiles =
    std::conditional_t<kLanes == 16, TileRows<14, 8, 4, 2, 1>,
                       std::conditional_t<kLanes == 8, TileRows<6, 4, 2, 1>, TileRows<4, 2, 1> > >;
constexpr int kTileRows = kLanes == 16 ? 14 : kLanes == 8 ? 6 : 4;  // rows of the tallest tile
#endif

// If a has fewer rows than the tallest tile, each row is multiplied on its own, by this many panels
// of b at once while that many are left. Reading b bounds the speed of such a row. The packed
// panels read together are as far apart as possible: each of these streams then continues with the
// adjacent panel, and they cross page boundaries at different times (packed_matrix.cpp).
constexpr Index kPanelsPerRow = 4;

// How many floats a tile of packed rows prefetches at a time, evenly over the depth; in wasm, more
// would stall it. Other tiles prefetch everything at once, which is faster with little depth.
constexpr Index kPrefetchedAtOnce = 6 * kCacheLine;

struct DepthBlock {
  // `.._stride` is the distance from row to row, `.._panel` from panel to panel.
  MatrixView a;           // [rows, depth of this block]
  const float* packed_a;  // a packed tile by tile, each [depth of the product, kTileRows]; or null
  Index packed_stride;
  const float* b;  // [depth of this block, width]
  Index b_stride, b_panel;
  const float* next;   // where the next depth block reads b, to be prefetched
  Index next_per_row;  // floats to prefetch with each row
  Index steps;         // steps of the depth between two prefetches
  const float* from;   // [rows, width]  sums over the preceding depth blocks
  float* to;           // [rows, width]  out: (from + a b) alpha
  Index from_stride, to_stride, from_panel, to_panel, width;
  float alpha;
};

// Returns where it stopped, at or after `end`.
HWY_INLINE const float* prefetch_lines(const float* next, const float* end) {
  for (; next < end; next += kCacheLine) prefetch(next);
  return next;
}

// Multiplies rows from `row` on in tiles of kRows, while that many rows are left. Returns the first
// row that is not done.
template <int kRows, int kVectors, bool kPacked>
HWY_ATTR Index multiply_rows(const DepthBlock& depth_block, Index row) {
  const MatrixView& a = depth_block.a;
  for (; row + kRows <= a.rows; row += kRows) {
    Tile<kRows, kVectors> tile;
    tile.load(depth_block.from + row * depth_block.from_stride, depth_block.from_stride,
              depth_block.from_panel);
    const float* next = depth_block.next + row * depth_block.next_per_row;
    const float* end = next + kRows * depth_block.next_per_row;
    if (kPacked) {
      const float* packed = depth_block.packed_a + row * depth_block.packed_stride;
      for (Index k = 0; k < a.cols; k += depth_block.steps) {
        const Index n = std::min(depth_block.steps, a.cols - k);
        next = prefetch_lines(next, next + std::min(kPrefetchedAtOnce, Index{end - next}));
        tile.add_product(packed + k * kRows, 1, kRows, depth_block.b + k * depth_block.b_stride,
                         depth_block.b_stride, depth_block.b_panel, n);
      }
    } else {
      prefetch_lines(next, end);
      tile.add_product(a.row_range(row, kRows).data, a.row_stride, a.column_stride, depth_block.b,
                       depth_block.b_stride, depth_block.b_panel, a.cols);
    }
    if (depth_block.alpha != 1) tile.scale(depth_block.alpha);
    tile.store(depth_block.to + row * depth_block.to_stride, depth_block.to_stride,
               depth_block.to_panel);
  }
  return row;
}

struct MultiplyRows {
  Index rows;
  Index (*run)(const DepthBlock& depth_block, Index row);
};

// One function for each tile height, tallest first; only the tallest may read packed rows. Called
// by address: wasm compilers would otherwise inline all of them into one function, whose loops then
// run out of registers.
template <int kVectors, bool kPacked, int kMax, int... kLower>
const MultiplyRows* tiles_of(TileRows<kMax, kLower...>) {
  static constexpr MultiplyRows kTiles[] = {{kMax, multiply_rows<kMax, kVectors, kPacked>},
                                            {kLower, multiply_rows<kLower, kVectors, false>}...};
  return kTiles;
}

inline void multiply_depth_block(const DepthBlock& depth_block) {
  const MultiplyRows* tile = tiles_of<2, false>(Tiles());
  if (depth_block.width > kPanelColumns) tile = tiles_of<2 * kPanelsPerRow, false>(TileRows<1>());
  if constexpr (kHalfPanels) {
    if (depth_block.width < kPanelColumns) tile = tiles_of<1, false>(Tiles());
  }
  if constexpr (kLanes == 4) {
    if (depth_block.packed_a != nullptr) tile = tiles_of<2, true>(Tiles());
  }
  for (Index row = 0; row < depth_block.a.rows; row = tile->run(depth_block, row)) {
    while (tile->rows > depth_block.a.rows - row) ++tile;
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_DEPTH_BLOCK_INL_H_
