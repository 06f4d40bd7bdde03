// One depth block of a product: some rows of c, as many columns as are summed at once, and a part
// of the depth, tile by tile.
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

// The rows of a tile: as many sums as there are registers for, beside a row's two vectors of b and
// an element of a, of 16 registers, and of 32 of AVX-512. V8 loads all of a step before it
// multiplies: two vectors and four elements, beside eight sums, are what it has room for; six rows
// where it fuses both. The remaining rows go through lower tiles.
template <int... kRows>
using TileRows = std::integer_sequence<int, kRows...>;
#ifdef __wasm_relaxed_simd__
using Tiles = TileRows<6, 4, 2, 1>;
constexpr int kTileRows = 6;
#else
using Tiles =
    std::conditional_t<kLanes == 16, TileRows<14, 8, 4, 2, 1>,
                       std::conditional_t<kLanes == 8, TileRows<6, 4, 2, 1>, TileRows<4, 2, 1> > >;
constexpr int kTileRows = kLanes == 16 ? 14 : kLanes == 8 ? 6 : 4;  // the highest
#endif

// Fewer rows of a than the highest tile's are multiplied one by one, each with this many panels of
// b at once while that many are left. Such a row is bounded by how fast b arrives. The packed
// panels that it reads at once are as far apart as possible, so that each continues where the one
// before it ended, and they reach the ends of their pages one after the other (packed_matrix.cpp).
constexpr Index kPanelsOfARow = 4;

struct DepthBlock {
  MatrixView a;           // [rows, depth of the depth_block]
  const float* packed_a;  // the same tile by tile, each [depth of a, kTileRows], or null
  Index packed_step;      // from row to row there
  const float* b;         // [depth of the depth_block, width]
  Index b_step, b_panel;  // from row to row, from panel to panel
  const float* next;      // what the next depth_block reads: to be fetched,
  Index next_per_row;     // this many floats with each row
  const float* from;      // [rows, width], from_step apart: the sums of the pieces before,
  float* to;              // [rows, width], to_step apart: and with this one, times alpha
  Index from_step, to_step, from_panel, to_panel, width;  // from panel to panel
  float alpha;
};

// As many rows, from the given one on, as tiles of kRows hold; returns the one after them.
template <int kRows, int kVectors, bool kPacked>
HWY_ATTR Index multiply_rows(const DepthBlock& depth_block, Index row) {
  const MatrixView& a = depth_block.a;
  for (; row + kRows <= a.rows; row += kRows) {
    for (Index i = 0; i < kRows * depth_block.next_per_row; i += kCacheLine) {
      prefetch(depth_block.next + row * depth_block.next_per_row + i);
    }
    Tile<kRows, kVectors> tile;
    tile.load(depth_block.from + row * depth_block.from_step, depth_block.from_step,
              depth_block.from_panel);
    if (kPacked) {
      tile.add_product(depth_block.packed_a + row * depth_block.packed_step, 1, kRows,
                       depth_block.b, depth_block.b_step, depth_block.b_panel, a.cols);
    } else {
      tile.add_product(a.data + row * a.row_stride, a.row_stride, a.column_stride, depth_block.b,
                       depth_block.b_step, depth_block.b_panel, a.cols);
    }
    if (depth_block.alpha != 1) tile.scale(depth_block.alpha);
    tile.store(depth_block.to + row * depth_block.to_step, depth_block.to_step,
               depth_block.to_panel);
  }
  return row;
}

struct MultiplyRows {
  Index rows;
  Index (*run)(const DepthBlock& depth_block, Index row);
};

// From the highest tile, which may read packed rows, to the lowest. By address, since a compiler
// that sees all of them in one function, as those of wasm would have it, runs out of registers in
// their loops.
template <int kVectors, bool kPacked, int kMax, int... kLower>
const MultiplyRows* tiles_of(TileRows<kMax, kLower...>) {
  static constexpr MultiplyRows kTiles[] = {{kMax, multiply_rows<kMax, kVectors, kPacked>},
                                            {kLower, multiply_rows<kLower, kVectors, false>}...};
  return kTiles;
}

inline void multiply_depth_block(const DepthBlock& depth_block) {
  const MultiplyRows* tile = tiles_of<2, false>(Tiles());
  if (depth_block.width > kPanelColumns) tile = tiles_of<2 * kPanelsOfARow, false>(TileRows<1>());
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
