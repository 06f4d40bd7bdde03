#include "kernels/product.h"

#include <algorithm>
#include <cassert>
#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/product.cpp"
#include "kernels/targets.h"
// After it, or else they are compiled for one target only.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/piece-inl.h"
#include "kernels/row-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// A panel of this depth stays in the first-level cache while rows of a pass by.
constexpr Index kPieceDepth = 256;

// The sums of these rows wait on the stack from piece to piece of the depth. All of b passes by
// once for each block: with 256 rows in wasm, whose panels are narrow, multi-head layers of 512 and
// 1024 take 2 % less time than with 128.
constexpr Index kRowsOfABlock = kLanes == 4 ? 256 : 128;
constexpr Index kBlockRows = (kRowsOfABlock + kTileRows - 1) / kTileRows * kTileRows;

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

// A block of rows of c = alpha a b + bias + beta c.
struct Block {
  MatrixView a;           // [rows, depth]
  const float* packed_a;  // the same tile by tile, each [depth, kTileRows], or null
  MatrixView b;           // [depth, columns], or more of both
  const float* panels;    // the same packed, or null
  float* c;               // [rows, columns], c_step apart
  Index columns, c_step;
  ProductOptions options;
};

// How b is read: in the panels that were packed beforehand, where it lies, or packed here.
enum class Layout { kPanels, kRows, kPackedHere };

// Columns of c that are summed side by side.
struct Strip {
  Index first, columns;
  Index width;  // of the sums: whole vectors
  Layout b;
  Index panel_step = kPanelColumns;  // of c, from panel to panel

  // Where in c the j-th column is.
  Index column(Index j) const { return first + j / kPanelColumns * panel_step + j % kPanelColumns; }
};

// Whether b is read where it lies: as long as it is not read often, or is small.
HWY_INLINE bool reads_in_place(Index rows, const MatrixView& b) {
  return b.column_stride == 1 &&
         (rows <= 2 * kTileRows || b.rows * b.row_stride <= kFloatsReadInPlace);
}

// A panel's columns. Few rows take several at once, where b need not be packed for that.
HWY_INLINE Strip strip_from(const Block& block, Index first) {
  constexpr Index kWide = kPanelsOfARow * kPanelColumns;
  const Index left = block.columns - first;
  const bool is_packed = block.panels != nullptr, has_few_rows = block.a.rows < kTileRows;
  const bool as_it_lies = is_packed || reads_in_place(block.a.rows, block.b);
  const bool is_wide = has_few_rows && as_it_lies && left >= kWide;
  const Layout layout = is_packed ? Layout::kPanels : Layout::kRows;
  if (is_wide && is_packed) {
    // All wide strips come first: of 9 panels 0, 2, 4 and 6, then 1, 3, 5 and 7, then the last.
    return {first / kPanelsOfARow, kWide, kWide, layout, block.columns / kWide * kPanelColumns};
  }
  const Index width = is_wide ? kWide : panel_width(block.b.cols, first);
  const Index columns = std::min(width, left);
  if (is_packed || (as_it_lies && columns == width)) return {first, columns, width, layout};
  return {first, columns, width, Layout::kPackedHere};
}

// What a block needs of the stack.
struct Room {
  // What the sums of each row begin with; a strip's sums, from piece to piece; a piece of b.
  HWY_ALIGN float first_row[kPanelsOfARow * kPanelColumns] = {};
  HWY_ALIGN float sums[kBlockRows * kPanelColumns];
  HWY_ALIGN float packed[kPieceDepth * kPanelColumns];
};

// What the sums of a product begin with: 0, what is added to each row, or what was there before.
enum class Beginning { kZero, kBias, kResult };
HWY_INLINE Beginning begins_with(const ProductOptions& options) {
  const bool adds_bias = options.bias != nullptr;
  if (options.alpha != 1 || (adds_bias && options.beta != 0)) return Beginning::kZero;
  if (adds_bias) return Beginning::kBias;
  return options.beta == 1 ? Beginning::kResult : Beginning::kZero;
}

// Where a strip's first piece finds its sums: in one row for all, in c, or in a copy of c's columns
// that fills whole vectors.
HWY_INLINE HWY_ATTR void set_beginning(Beginning beginning, const Block& block, const Strip& strip,
                                       Room& room, Piece& piece) {
  piece.from = room.first_row;
  piece.from_step = 0;
  piece.from_panel = kPanelColumns;
  if (beginning == Beginning::kZero) return;
  if (beginning == Beginning::kBias) {
    for (Index j = 0; j < strip.columns; j += kPanelColumns) {
      std::copy_n(block.options.bias + strip.column(j), std::min(strip.columns - j, kPanelColumns),
                  room.first_row + j);
    }
    return;
  }
  piece.from = block.c + strip.first;
  piece.from_step = block.c_step;
  piece.from_panel = strip.panel_step;
  if (strip.columns == strip.width) return;
  zero_last_columns(room.sums, block.a.rows, strip.width, strip.columns);
  for (Index i = 0; i < block.a.rows; ++i) {
    std::copy_n(piece.from + i * piece.from_step, strip.columns, room.sums + i * strip.width);
  }
  piece.from = room.sums;
  piece.from_step = strip.width;
}

// Where a piece finds its part of b: the rows from k on, as many as it is deep.
HWY_INLINE HWY_ATTR void set_b(const Block& block, const Strip& strip, Index k, Room& room,
                               Piece& piece) {
  const Index depth = piece.a.cols;
  const Index panel = kHalfPanels ? std::min(strip.width, kPanelColumns) : kPanelColumns;
  const MatrixView b = block.b.row_range(k, depth).column_range(strip.first, strip.columns);
  piece.b = b.data;
  piece.b_step = panel;
  if (strip.b == Layout::kPanels) {
    piece.b = block.panels + strip.first * block.b.rows + k * panel;
    piece.b_panel = block.b.rows * strip.panel_step;
    const bool is_last = k + depth == block.a.cols;
    piece.next = is_last ? block.panels + (strip.first + strip.width) * block.b.rows
                         : piece.b + depth * panel;
    if (block.a.rows >= kRowsThatFetch) {
      const Index rest = block.panels + block.b.rows * padded_columns(block.b.cols) - piece.next;
      piece.next_per_row = std::clamp<Index>(rest, 0, depth * panel) / block.a.rows;
    }
  } else if (strip.b == Layout::kRows) {
    piece.b_step = b.row_stride;
    piece.b_panel = kPanelColumns;
  } else {
    zero_last_columns(room.packed, depth, panel, strip.columns);
    pack_panel(b, room.packed, panel);
    piece.b = room.packed;
  }
}

// c = alpha sums + bias + beta c, where that is more than a tile can write by itself.
HWY_ATTR void finish(const float* sums, const Block& block, const Strip& strip,
                     const ProductOptions& options) {
  const Floats d;
  const FloatVec alpha = hn::Set(d, options.alpha), beta = hn::Set(d, options.beta);
  for (Index i = 0; i < block.a.rows; ++i) {
    for (Index j = 0; j < strip.columns; j += kLanes) {
      const Index n = strip.columns - j;
      float* to = block.c + i * block.c_step + strip.column(j);
      FloatVec x = hn::Mul(hn::LoadU(d, sums + i * strip.width + j), alpha);
      if (options.bias != nullptr) x = hn::Add(x, load_up_to(options.bias + strip.column(j), n, 0));
      if (options.beta != 0) x = mul_add(beta, load_up_to(to, n, 0), x);
      store_up_to(x, to, n);
    }
  }
}

// Strip by strip, each of them piece by piece of the depth.
HWY_ATTR void multiply_block(const Block& block) {
  Room room;
  const Beginning beginning = begins_with(block.options);
  ProductOptions left = block.options;  // to be done once the sums are there
  if (beginning == Beginning::kBias) left.bias = nullptr;
  if (beginning == Beginning::kResult) left.beta = 0;

  // Of equal depths, but for whole squares of b.
  const Index depth = block.a.cols;
  const Index n_pieces = std::max<Index>(1, (depth + kPieceDepth - 1) / kPieceDepth);
  const Index piece_depth = ((depth + n_pieces - 1) / n_pieces + kQuad - 1) & -kQuad;
  Strip strip;
  for (Index j = 0; j < block.columns; j += strip.columns) {
    strip = strip_from(block, j);
    const bool is_plain = left.bias == nullptr && left.beta == 0 && strip.columns == strip.width;
    Piece piece{};
    piece.packed_step = depth;
    piece.width = strip.width;
    piece.to = room.sums;
    piece.to_step = strip.width;
    piece.to_panel = kPanelColumns;
    piece.alpha = 1;
    set_beginning(beginning, block, strip, room, piece);
    for (Index i = 0; i < n_pieces; ++i) {
      const Index k = i * piece_depth;
      if (is_plain && i == n_pieces - 1) {
        piece.to = block.c + strip.first;
        piece.to_step = block.c_step;
        piece.to_panel = strip.panel_step;
        piece.alpha = block.options.alpha;
      }
      piece.a = block.a.column_range(k, std::min(piece_depth, depth - k));
      if (block.packed_a != nullptr) piece.packed_a = block.packed_a + k * kTileRows;
      set_b(block, strip, k, room, piece);
      multiply_piece(piece);
      piece.from = room.sums;
      piece.from_step = strip.width;
      piece.from_panel = kPanelColumns;
    }
    if (!is_plain) finish(room.sums, block, strip, left);
  }
}

// c's columns in `groups`: what is c of the first one is group_step floats on of the next.
HWY_ATTR void multiply_blocks(const MatrixView& a, const MatrixView& b, const float* panels,
                              MatrixRef c, Index groups, Index group_step,
                              const ProductOptions& options) {
  std::unique_ptr<float[]> packed;
  for (Index row = 0; row < a.rows; row += kBlockRows) {
    const Index rows = std::min(kBlockRows, a.rows - row);
    float* rows_of_c = c.data() + row * c.outerStride();
    Block block{a.row_range(row, rows), nullptr, b, panels, rows_of_c, c.cols(),
                c.outerStride(),        options};
    if (packs_rows(rows, groups * c.cols())) {
      if (packed == nullptr) packed.reset(new float[rows * a.cols]);
      pack_rows(block.a, packed.get());
      block.packed_a = packed.get();
    }
    for (Index group = 0; group < groups; ++group) {
      multiply_block(block);
      if (options.activate != nullptr) {
        for (Index i = 0; i < rows; ++i) {
          options.activate(block.c + i * block.c_step, block.columns);
        }
      }
      block.c += group_step;
      block.b = block.b.column_range(block.columns, block.b.cols - block.columns);
      if (panels != nullptr) block.panels += block.columns * b.rows;
      if (options.bias != nullptr) block.options.bias += block.columns;
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

void multiply(const MatrixView& a, const MatrixView& b, MatrixRef c,
              const ProductOptions& options) {
  assert(a.cols == b.rows && c.rows() == a.rows && c.cols() == b.cols);
  HWY_DYNAMIC_DISPATCH(multiply_blocks)(a, b, nullptr, c, 1, 0, options);
}

void multiply(const MatrixView& a, const PackedColumns& b, MatrixRef c,
              const ProductOptions& options) {
  multiply_in_groups(a, b, c, 1, 0, options);
}

void multiply_in_groups(const MatrixView& a, const PackedColumns& b, MatrixRef first_group,
                        Index groups, Index group_step, const ProductOptions& options) {
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
