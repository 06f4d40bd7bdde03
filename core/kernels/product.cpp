#include "kernels/product.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "base/finite.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/product.cpp"
#include "kernels/targets.h"
// After it, or else they are compiled for one target only.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/simd-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// As many sums as there are registers for, beside a row's two vectors of b and an element of a:
// 16 registers, and 32 of AVX-512.
constexpr int kTileRows = kLanes == 16 ? 14 : kLanes == 8 ? 6 : 4;

// A panel of this depth stays in the first-level cache while rows of a pass by.
constexpr Index kPieceDepth = 256;

// The sums of these rows wait on the stack from piece to piece of the depth.
constexpr Index kBlockRows = 64 / kTileRows * kTileRows;

// A piece of the depth of a block of rows, for one panel or for several, side by side.
struct Piece {
  MatrixView a;           // [rows, depth of the piece]
  const float* b;         // [depth of the piece, width]
  Index b_step, b_panel;  // from row to row, from panel to panel
  float* sums;            // [rows, width] of the pieces before
  bool first, last;
  float* c;  // [rows, columns]
  Index c_stride, columns, width;
  const float* bias;  // [columns], or null
  float alpha, beta;
};

// c = alpha sum + bias + beta c
template <int kRows, int kVectors>
HWY_INLINE HWY_ATTR void finish_tile(const Tile<kRows, kVectors>& tile, const Piece& piece,
                                     const float* bias, float* c, Index c_stride) {
  const Floats d;
  const FloatVec alpha = hn::Set(d, piece.alpha), beta = hn::Set(d, piece.beta);
#pragma GCC unroll 16
  for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      float* to = c + row * c_stride + v * kLanes;
      FloatVec x = hn::Mul(tile.sum[row][v], alpha);
      if (bias != nullptr) x = hn::Add(x, hn::LoadU(d, bias + v * kLanes));
      if (piece.beta != 0) x = mul_add(beta, hn::LoadU(d, to), x);
      hn::StoreU(x, d, to);
    }
  }
}

// The same where c has fewer columns than the tile.
template <int kRows, int kVectors>
HWY_INLINE HWY_ATTR void finish_edge(const Tile<kRows, kVectors>& tile, const Piece& piece,
                                     float* c) {
  constexpr Index kWidth = kVectors * kLanes;
  HWY_ALIGN float part[kRows * kWidth] = {};
  HWY_ALIGN float bias[kWidth] = {};
  if (piece.bias != nullptr) std::copy_n(piece.bias, piece.columns, bias);
  if (piece.beta != 0) {
    for (int row = 0; row < kRows; ++row) {
      std::copy_n(c + row * piece.c_stride, piece.columns, part + row * kWidth);
    }
  }
  finish_tile(tile, piece, piece.bias != nullptr ? bias : nullptr, part, kWidth);
  for (int row = 0; row < kRows; ++row) {
    std::copy_n(part + row * kWidth, piece.columns, c + row * piece.c_stride);
  }
}

// As many rows, from the given one on, as tiles of kRows hold; returns the one after them.
template <int kRows, int kVectors>
HWY_ATTR Index multiply_rows(const Piece& piece, Index row) {
  constexpr Index kWidth = kVectors * kLanes;
  for (; row + kRows <= piece.a.rows; row += kRows) {
    for (Index column = 0; column < piece.columns; column += kWidth) {
      float* sums = piece.sums + row * piece.width + column;
      float* c = piece.c + row * piece.c_stride + column;
      Tile<kRows, kVectors> tile;
      if (piece.first) {
        tile.set_zero();
      } else {
        tile.load(sums, piece.width);
      }
      tile.add_product(piece.a.data + row * piece.a.row_stride, piece.a.row_stride,
                       piece.a.column_stride, piece.b + column / kPanelColumns * piece.b_panel,
                       piece.b_step, piece.b_panel, piece.a.cols);
      if (!piece.last) {
        tile.store(sums, piece.width);
      } else if (piece.columns - column < kWidth) {
        finish_edge(tile, piece, c);
      } else {
        finish_tile(tile, piece, piece.bias == nullptr ? nullptr : piece.bias + column, c,
                    piece.c_stride);
      }
    }
  }
  return row;
}

// multiply_rows of 1, 2, .. rows. By address, since a compiler that sees all of them in one
// function, as those of wasm would have it, runs out of registers in their loops.
template <int kVectors, int... kRows>
constexpr std::array<Index (*)(const Piece&, Index), sizeof...(kRows)> functions_of(
    std::integer_sequence<int, kRows...>) {
  return {multiply_rows<kRows + 1, kVectors>...};
}

// In tiles of kMostRows, and the rest in one that is as high as it.
template <int kMostRows, int kVectors>
void multiply_piece(const Piece& piece) {
  static constexpr auto kMultiplyRows =
      functions_of<kVectors>(std::make_integer_sequence<int, kMostRows>());
  for (Index row = 0; row < piece.a.rows;) {
    const Index tile_rows = std::min<Index>(kMostRows, piece.a.rows - row);
    row = kMultiplyRows[static_cast<std::size_t>(tile_rows - 1)](piece, row);
  }
}

// Few rows leave registers free: as many panels side by side as there are.
HWY_INLINE Index panels_at_once(Index rows) { return rows == 1 ? 4 : 2; }

// Whether b is read where it lies: as long as it is not read often, or is small.
HWY_INLINE bool reads_in_place(Index rows, const MatrixView& b) {
  constexpr Index kSmall = 8192;  // floats, from its first to its last
  return b.column_stride == 1 && (rows <= 2 * kTileRows || b.rows * b.row_stride <= kSmall);
}

// c = alpha a b + bias + beta c;  b as `panels` where these are not null.
HWY_ATTR void multiply_block(MatrixView a, MatrixView b, const float* panels, float* c,
                             Index c_stride, const ProductOptions& options) {
  HWY_ALIGN float packed[kPieceDepth * kPanelColumns];
  HWY_ALIGN float sums[kBlockRows * 2 * kPanelColumns];
  const Index depth = a.cols, columns = b.cols, most_panels = panels_at_once(a.rows);
  const bool in_place = panels == nullptr && reads_in_place(a.rows, b);

  Index n_panels = 1;
  for (Index j = 0; j < columns; j += n_panels * kPanelColumns) {
    n_panels = columns - j >= most_panels * kPanelColumns ? most_panels : 1;
    const Index width = n_panels > 1 ? n_panels * kPanelColumns : panel_width(columns, j);
    const Index n_columns = std::min(width, columns - j);
    const Index most_depth = panels != nullptr || in_place ? kPieceDepth : kPieceDepth / n_panels;
    const Index n_pieces = std::max<Index>(1, (depth + most_depth - 1) / most_depth);
    const Index piece_depth = (depth + n_pieces - 1) / n_pieces;

    Piece piece;
    piece.sums = sums;
    piece.c = c + j;
    piece.c_stride = c_stride;
    piece.columns = n_columns;
    piece.width = width;
    piece.bias = options.bias == nullptr ? nullptr : options.bias + j;
    piece.alpha = options.alpha;
    piece.beta = options.beta;
    for (Index i = 0; i < n_pieces; ++i) {
      const Index k = i * piece_depth, n = std::min(piece_depth, depth - k);
      piece.a = a.column_range(k, n);
      piece.first = i == 0;
      piece.last = i == n_pieces - 1;
      piece.b_step = std::min(width, kPanelColumns);
      if (panels != nullptr) {
        piece.b = panels + j * depth + k * piece.b_step;
        piece.b_panel = depth * kPanelColumns;
      } else if (in_place && n_columns == width) {
        piece.b = b.row_range(k, n).column_range(j, width).data;
        piece.b_step = b.row_stride;
        piece.b_panel = kPanelColumns;
      } else {
        zero_columns(packed, n, piece.b_step, std::min(n_columns, piece.b_step));
        for (Index p = 0; p < n_panels; ++p) {
          pack_panel(b.row_range(k, n).column_range(j + p * kPanelColumns,
                                                    std::min(n_columns, kPanelColumns)),
                     packed + p * n * kPanelColumns, piece.b_step);
        }
        piece.b = packed;
        piece.b_panel = n * kPanelColumns;
      }

      if (n_panels == 4) {
        multiply_piece<1, 8>(piece);
      } else if (n_panels == 2) {
        a.rows <= kTileRows / 2 ? multiply_piece<kTileRows / 2, 4>(piece)
                                : multiply_piece<kTileRows, 2>(piece);
      } else if (width == kPanelColumns) {
        multiply_piece<kTileRows, 2>(piece);
      } else {
        multiply_piece<kTileRows, 1>(piece);
      }
    }
  }
}

HWY_ATTR void multiply_blocks(const MatrixView& a, const MatrixView& b, const float* panels,
                              float* c, Index c_stride, const ProductOptions& options) {
  for (Index row = 0; row < a.rows; row += kBlockRows) {
    const Index rows = std::min(kBlockRows, a.rows - row);
    float* c_block = c + row * c_stride;
    multiply_block(a.row_range(row, rows), b, panels, c_block, c_stride, options);
    if (options.activate == nullptr) continue;
    for (Index i = 0; i < rows; ++i) options.activate(c_block + i * c_stride, b.cols);
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
  HWY_DYNAMIC_DISPATCH(multiply_blocks)(a, b, nullptr, c.data(), c.outerStride(), options);
}

void multiply(MatrixView a, const PackedMatrix& b, MatrixRef c, const ProductOptions& options) {
  assert(a.cols == b.rows() && c.rows() == a.rows && c.cols() == b.cols());
  assert(b.panel_columns() == HWY_DYNAMIC_DISPATCH(expected_panel_columns)());
  const MatrixView shape(nullptr, b.rows(), b.cols(), b.cols());
  HWY_DYNAMIC_DISPATCH(multiply_blocks)(a, shape, b.panels(), c.data(), c.outerStride(), options);
}

namespace {

// Rows of b that hold NaN or infinity.
std::vector<Index> odd_rows(const MatrixView& b) {
  std::vector<Index> odd;
  for (Index k = 0; k < b.rows; ++k) {
    bool finite = true;
    if (b.column_stride == 1) {
      finite = all_finite(b.data + k * b.row_stride, b.cols);
    } else {
      for (Index j = 0; finite && j < b.cols; ++j) finite = std::isfinite(b.at(k, j));
    }
    if (!finite) odd.push_back(k);
  }
  return odd;
}

}  // namespace

void multiply_where_nonzero(MatrixView a, MatrixView b, MatrixRef c,
                            const ProductOptions& options) {
  assert(options.activate == nullptr);
  const std::vector<Index> odd = odd_rows(b);
  if (odd.empty()) {
    multiply(a, b, c, options);
    return;
  }
  Matrix finite_b(b.rows, b.cols);
  for (Index k = 0; k < b.rows; ++k) {
    for (Index j = 0; j < b.cols; ++j) finite_b(k, j) = b.at(k, j);
  }
  for (const Index k : odd) finite_b.row(k).setZero();
  // The same product, so that rows of a which select none of the odd rows of b keep their very
  // bits; then those, for the rows that do.
  multiply(a, finite_b, c, options);
  for (const Index k : odd) {
    for (Index i = 0; i < a.rows; ++i) {
      const float factor = a.at(i, k);
      if (factor == 0) continue;
      for (Index j = 0; j < b.cols; ++j) {
        c.data()[i * c.outerStride() + j] += options.alpha * factor * b.at(k, j);
      }
    }
  }
}

}  // namespace attn
#endif
