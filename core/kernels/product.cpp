#include "kernels/product.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/product.cpp"
#include "kernels/targets.h"
// After it, or else they are compiled for one target only.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/row-inl.h"
#include "kernels/simd-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// The rows of a tile: as many sums as there are registers for, beside a row's two vectors of b and
// an element of a, of 16 registers, and of 32 of AVX-512. V8 loads all of a step before it
// multiplies: two vectors and four elements, beside eight sums, are what it has room for. Where it
// fuses both, layers of products take 4 to 12 % less time with six rows. The rows that are left go
// through lower tiles.
template <int... kRows>
using TileRows = std::integer_sequence<int, kRows...>;
#ifdef __wasm_relaxed_simd__
using Tiles = TileRows<6, 4, 2, 1>;
constexpr int kTileRows = 6;
#else
using Tiles =
    std::conditional_t<kLanes == 16, TileRows<14, 8, 4, 2, 1>,
                       std::conditional_t<kLanes == 8, TileRows<6, 4, 2, 1>, TileRows<4, 2, 1>>>;
constexpr int kTileRows = kLanes == 16 ? 14 : kLanes == 8 ? 6 : 4;  // the highest
#endif

// Fewer rows than the highest tile's are multiplied one by one, each with so many panels at once
// while that many are left.
// What limits them is the way of b from the caches: 29 GB/s of one that lies in the third.
constexpr Index kPanelsOfARow = 4;

// A panel of this depth stays in the first-level cache while rows of a pass by.
constexpr Index kPieceDepth = 256;

// The sums of these rows wait on the stack from piece to piece of the depth.
constexpr Index kBlockRows = (128 + kTileRows - 1) / kTileRows * kTileRows;

// What limits products whose right operand is larger than L2 is the wait for its panels. From so
// many rows on, a piece keeps the processor busy for so long that the next one is fetched
// meanwhile, a part with each tile: 64 x 768 x 3072 in wasm reaches 88 to 94 % of the limit. A loop
// of its own, on a busier day, had 82 % with it and 74 % without.
constexpr Index kRowsThatFetch = 16;

// Where many panels meet them, rows of a are laid out tile by tile, too: a tile of four lanes has
// but 5 cycles for a step, and finding a's addresses takes as long. One of relaxed SIMD has 6, and
// where a score is 64 deep, 16 panels are met in less time than that takes.
#ifdef __wasm_relaxed_simd__
constexpr Index kPanelsForPackedRows = 24;
#else
constexpr Index kPanelsForPackedRows = 12;
#endif
HWY_INLINE bool packs_rows(Index rows, Index columns) {
  return kLanes == 4 && rows >= kTileRows && columns >= kPanelsForPackedRows * kPanelColumns;
}

HWY_ATTR void pack_rows(const MatrixView& a, float* packed) {
  for (Index row = 0; row + kTileRows <= a.rows; row += kTileRows) {
    pack_panel(transposed(a.row_range(row, kTileRows)), packed + row * a.cols, kTileRows);
  }
}

// A piece of the depth of a block of rows, for one panel or for several, side by side.
struct Piece {
  MatrixView a;           // [rows, depth of the piece]
  const float* packed_a;  // the same tile by tile, each [depth of a, kTileRows], or null
  Index packed_step;      // from row to row there
  const float* b;         // [depth of the piece, width]
  Index b_step, b_panel;  // from row to row, from panel to panel
  const float* next;      // what the next piece reads: to be fetched,
  Index next_per_row;     // so many floats with each row
  const float* from;      // [rows, width], from_step apart: the sums of the pieces before,
  float* to;              // [rows, width], to_step apart: and with this one, times alpha
  Index from_step, to_step, width;
  float alpha;
};

// As many rows, from the given one on, as tiles of kRows hold; returns the one after them.
template <int kRows, int kVectors, bool kPacked>
HWY_ATTR Index multiply_rows(const Piece& piece, Index row) {
  const MatrixView& a = piece.a;
  for (; row + kRows <= a.rows; row += kRows) {
    for (Index i = 0; i < kRows * piece.next_per_row; i += kCacheLine) {
      fetch_ahead(piece.next + row * piece.next_per_row + i);
    }
    Tile<kRows, kVectors> tile;
    tile.load(piece.from + row * piece.from_step, piece.from_step);
    if (kPacked) {
      tile.add_product(piece.packed_a + row * piece.packed_step, 1, kRows, piece.b, piece.b_step,
                       piece.b_panel, a.cols);
    } else {
      tile.add_product(a.data + row * a.row_stride, a.row_stride, a.column_stride, piece.b,
                       piece.b_step, piece.b_panel, a.cols);
    }
    if (piece.alpha != 1) tile.scale(piece.alpha);
    tile.store(piece.to + row * piece.to_step, piece.to_step);
  }
  return row;
}

struct MultiplyRows {
  Index rows;
  Index (*run)(const Piece& piece, Index row);
};

// From the highest tile, which may read packed rows, to the lowest. By address, since a compiler
// that sees all of them in one function, as those of wasm would have it, runs out of registers in
// their loops.
template <int kVectors, bool kPacked, int kMost, int... kLower>
const MultiplyRows* tiles_of(TileRows<kMost, kLower...>) {
  static constexpr MultiplyRows kTiles[] = {{kMost, multiply_rows<kMost, kVectors, kPacked>},
                                            {kLower, multiply_rows<kLower, kVectors, false>}...};
  return kTiles;
}

void multiply_piece(const Piece& piece) {
  const MultiplyRows* tile = tiles_of<2, false>(Tiles());
  if (piece.width > kPanelColumns) tile = tiles_of<2 * kPanelsOfARow, false>(TileRows<1>());
  if constexpr (kHalfPanels) {
    if (piece.width < kPanelColumns) tile = tiles_of<1, false>(Tiles());
  }
  if constexpr (kLanes == 4) {
    if (piece.packed_a != nullptr) tile = tiles_of<2, true>(Tiles());
  }
  for (Index row = 0; row < piece.a.rows; row = tile->run(piece, row)) {
    while (tile->rows > piece.a.rows - row) ++tile;
  }
}

// What the sums of a product begin with: 0, what is added to each row, or what was there before.
enum class Beginning { kZero, kBias, kResult };
HWY_INLINE Beginning begins_with(const ProductOptions& options) {
  const bool adds_bias = options.bias != nullptr;
  if (options.alpha != 1 || (adds_bias && options.beta != 0)) return Beginning::kZero;
  if (adds_bias) return Beginning::kBias;
  return options.beta == 1 ? Beginning::kResult : Beginning::kZero;
}

// c = alpha sums + bias + beta c, where that is more than a tile can write by itself.
//   sums  [rows, width]    c [rows, columns]    bias [columns], or null
HWY_ATTR void finish(const float* sums, Index width, const float* bias, MatrixRef c,
                     const ProductOptions& options) {
  const Floats d;
  const FloatVec alpha = hn::Set(d, options.alpha), beta = hn::Set(d, options.beta);
  for (Index i = 0; i < c.rows(); ++i) {
    for (Index j = 0; j < c.cols(); j += kLanes) {
      float* to = c.data() + i * c.outerStride() + j;
      const Index n = c.cols() - j;
      const auto load = [&](const float* from) HWY_ATTR {
        return n < kLanes ? load_first(from, n, 0) : hn::LoadU(d, from);
      };
      FloatVec x = hn::Mul(hn::LoadU(d, sums + i * width + j), alpha);
      if (bias != nullptr) x = hn::Add(x, load(bias + j));
      if (options.beta != 0) x = mul_add(beta, load(to), x);
      if (n < kLanes)
        store_first(x, to, n);
      else
        hn::StoreU(x, d, to);
    }
  }
}

// Whether b is read where it lies: as long as it is not read often, or is small.
HWY_INLINE bool reads_in_place(Index rows, const MatrixView& b) {
  constexpr Index kSmall = 8192;  // floats, from its first to its last
  return b.column_stride == 1 && (rows <= 2 * kTileRows || b.rows * b.row_stride <= kSmall);
}

// c = alpha a b + bias + beta c;  b as `panels`, a as `packed_a`, where these are not null.
HWY_ATTR void multiply_block(MatrixView a, const float* packed_a, MatrixView b, const float* panels,
                             MatrixRef c, const ProductOptions& options) {
  HWY_ALIGN float packed[kPieceDepth * kPanelColumns];
  HWY_ALIGN float sums[kBlockRows * kPanelColumns];
  HWY_ALIGN float first_row[kPanelsOfARow * kPanelColumns] = {};
  const Index depth = a.cols, columns = c.cols();
  const Index most_panels = a.rows < kTileRows ? kPanelsOfARow : 1;
  const bool in_place = panels == nullptr && reads_in_place(a.rows, b);

  const Beginning beginning = begins_with(options);
  ProductOptions left = options;  // to be done once the sums are there
  if (beginning == Beginning::kBias) left.bias = nullptr;
  if (beginning == Beginning::kResult) left.beta = 0;

  Index n_panels = 1;
  for (Index j = 0; j < columns; j += n_panels * kPanelColumns) {
    n_panels = columns - j >= most_panels * kPanelColumns ? most_panels : 1;
    const Index width = n_panels > 1 ? n_panels * kPanelColumns : panel_width(b.cols, j);
    const Index n_columns = std::min(width, columns - j);
    const bool as_it_lies = panels != nullptr || in_place;
    const Index most_depth = as_it_lies ? kPieceDepth : kPieceDepth / n_panels;
    const Index n_pieces = std::max<Index>(1, (depth + most_depth - 1) / most_depth);
    const Index piece_depth = (depth + n_pieces - 1) / n_pieces;

    const bool is_plain = left.bias == nullptr && left.beta == 0 && n_columns == width;
    Piece piece{};
    piece.packed_step = depth;
    piece.width = width;
    piece.from = first_row;
    if (beginning == Beginning::kBias) {
      std::copy_n(options.bias + j, n_columns, first_row);
    } else if (beginning == Beginning::kResult && n_columns == width) {
      piece.from = c.data() + j;
      piece.from_step = c.outerStride();
    } else if (beginning == Beginning::kResult) {
      zero_last_columns(sums, a.rows, width, n_columns);
      for (Index i = 0; i < a.rows; ++i) {
        std::copy_n(c.data() + i * c.outerStride() + j, n_columns, sums + i * width);
      }
      piece.from = sums;
      piece.from_step = width;
    }
    for (Index i = 0; i < n_pieces; ++i) {
      const Index k = i * piece_depth, n = std::min(piece_depth, depth - k);
      const bool is_result = is_plain && i == n_pieces - 1;
      if (i > 0) {
        piece.from = sums;
        piece.from_step = width;
      }
      piece.to = is_result ? c.data() + j : sums;
      piece.to_step = is_result ? c.outerStride() : width;
      piece.alpha = is_result ? options.alpha : 1;
      piece.a = a.column_range(k, n);
      if (packed_a != nullptr) piece.packed_a = packed_a + k * kTileRows;
      piece.b_step = std::min(width, kPanelColumns);
      if (panels != nullptr) {
        piece.b = panels + j * b.rows + k * piece.b_step;
        piece.b_panel = b.rows * kPanelColumns;
        const bool is_last = i == n_pieces - 1;
        piece.next = is_last ? panels + (j + width) * b.rows : piece.b + n * piece.b_step;
        if (a.rows >= kRowsThatFetch) {
          const Index rest = panels + b.rows * padded_columns(b.cols) - piece.next;
          piece.next_per_row = std::clamp<Index>(rest, 0, n * piece.b_step) / a.rows;
        }
      } else if (in_place && n_columns == width) {
        piece.b = b.row_range(k, n).column_range(j, width).data;
        piece.b_step = b.row_stride;
        piece.b_panel = kPanelColumns;
      } else {
        zero_last_columns(packed, n, piece.b_step, std::min(n_columns, piece.b_step));
        for (Index p = 0; p < n_panels; ++p) {
          pack_panel(b.row_range(k, n).column_range(j + p * kPanelColumns,
                                                    std::min(n_columns, kPanelColumns)),
                     packed + p * n * kPanelColumns, piece.b_step);
        }
        piece.b = packed;
        piece.b_panel = n * kPanelColumns;
      }
      multiply_piece(piece);
    }
    if (is_plain) continue;
    finish(sums, width, left.bias == nullptr ? nullptr : left.bias + j, c.middleCols(j, n_columns),
           left);
  }
}

// c's columns in `groups`: what is c of the first one is group_step floats on of the next.
HWY_ATTR void multiply_blocks(const MatrixView& a, const MatrixView& b, const float* panels,
                              MatrixRef c, Index groups, Index group_step,
                              const ProductOptions& options) {
  std::unique_ptr<float[]> packed;
  for (Index row = 0; row < a.rows; row += kBlockRows) {
    const Index rows = std::min(kBlockRows, a.rows - row);
    const MatrixView block = a.row_range(row, rows);
    const bool packs = packs_rows(rows, groups * c.cols());
    if (packs) {
      if (packed == nullptr) packed.reset(new float[rows * a.cols]);
      pack_rows(block, packed.get());
    }
    for (Index group = 0; group < groups; ++group) {
      const Index first = group * c.cols();
      Eigen::Map<Matrix, 0, Eigen::OuterStride<>> part(
          c.data() + group * group_step + row * c.outerStride(), rows, c.cols(),
          Eigen::OuterStride<>(c.outerStride()));
      ProductOptions of_group = options;
      if (options.bias != nullptr) of_group.bias += first;
      multiply_block(block, packs ? packed.get() : nullptr, b.column_range(first, b.cols - first),
                     panels == nullptr ? nullptr : panels + first * b.rows, part, of_group);
      if (options.activate == nullptr) continue;
      for (Index i = 0; i < rows; ++i) {
        options.activate(part.data() + i * part.outerStride(), part.cols());
      }
    }
  }
}

Index expected_panel_columns() { return kPanelColumns; }

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply_blocks);
HWY_EXPORT(expected_panel_columns);

void multiply(MatrixView a, MatrixView b, MatrixRef c, const ProductOptions& options) {
  assert(a.cols == b.rows && c.rows() == a.rows && c.cols() == b.cols);
  HWY_DYNAMIC_DISPATCH(multiply_blocks)(a, b, nullptr, c, 1, 0, options);
}

void multiply(MatrixView a, PackedColumns b, MatrixRef c, const ProductOptions& options) {
  multiply_in_groups(a, b, c, 1, 0, options);
}

void multiply_in_groups(MatrixView a, PackedColumns b, MatrixRef first_group, Index groups,
                        Index group_step, const ProductOptions& options) {
  assert(a.cols <= b.rows && first_group.rows() == a.rows);
  assert(groups * first_group.cols() <= b.cols);
  assert(groups == 1 || first_group.cols() % b.panel_columns == 0);
  assert(b.panel_columns == HWY_DYNAMIC_DISPATCH(expected_panel_columns)());
  const MatrixView shape(b.panels, b.rows, b.cols, b.cols);
  HWY_DYNAMIC_DISPATCH(multiply_blocks)
  (a, shape, b.panels, first_group, groups, group_step, options);
}

}  // namespace attn
#endif
