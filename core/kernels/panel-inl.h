// Panels: the columns of the right operand in blocks as wide as one tile of the result, each block
// row-major. Memory bandwidth bounds packing.
#if defined(ATTN_KERNELS_PANEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PANEL_INL_H_
#undef ATTN_KERNELS_PANEL_INL_H_
#else
#define ATTN_KERNELS_PANEL_INL_H_
#endif

#include <algorithm>

#include "base/matrix_view.h"
#include "kernels/row_vectors-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

constexpr Index kPanelColumns = 2 * kLanes;

// Whether the last panel is one vector wide if its columns fit. With four lanes this would not be
// faster: a tile one vector wide waits for its sums as long as a tile of two vectors takes.
constexpr bool kHalfPanels = kLanes > 4;

// The width of the panel that begins at column `first`: one or two complete vectors.
HWY_INLINE Index panel_width(Index columns, Index first) {
  return kHalfPanels && columns - first <= kLanes ? kLanes : kPanelColumns;
}

// The total width of all panels.
HWY_INLINE Index padded_columns(Index columns) {
  constexpr Index kStep = kHalfPanels ? kLanes : kPanelColumns;
  return (columns + kStep - 1) / kStep * kStep;
}

// A column-major matrix is transposed in squares of 4 x 4 floats, or 1 x 1 without SIMD.
using Quad = hn::CappedTag<float, 4>;
using QuadVec = hn::Vec<Quad>;
constexpr int kQuad = static_cast<int>(hn::MaxLanes(Quad()));

// Loads the columns of the square at `from`, whose rows are `stride` apart.
HWY_INLINE HWY_ATTR void load_columns(const float* from, [[maybe_unused]] Index stride,
                                      QuadVec columns[kQuad]) {
  const Quad d;
#if HWY_TARGET == HWY_SCALAR
  columns[0] = hn::LoadU(d, from);
#else
  const hn::Repartition<double, decltype(d)> pairs;
  const auto row_0 = hn::LoadU(d, from), row_1 = hn::LoadU(d, from + stride);
  const auto row_2 = hn::LoadU(d, from + 2 * stride), row_3 = hn::LoadU(d, from + 3 * stride);
  const auto low_01 = hn::BitCast(pairs, hn::InterleaveLower(d, row_0, row_1));
  const auto low_23 = hn::BitCast(pairs, hn::InterleaveLower(d, row_2, row_3));
  const auto high_01 = hn::BitCast(pairs, hn::InterleaveUpper(d, row_0, row_1));
  const auto high_23 = hn::BitCast(pairs, hn::InterleaveUpper(d, row_2, row_3));
  columns[0] = hn::BitCast(d, hn::InterleaveLower(pairs, low_01, low_23));
  columns[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, low_01, low_23));
  columns[2] = hn::BitCast(d, hn::InterleaveLower(pairs, high_01, high_23));
  columns[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, high_01, high_23));
#endif
}

// Packs b [rows, columns] into a panel of `width` columns; b may have fewer. Not inlined, because
// the function is large and has many callers.
inline HWY_NOINLINE HWY_ATTR void pack_panel(const MatrixView& b, float* panel, Index width) {
  if (b.column_stride == 1) {
    for (Index k = 0; k < b.rows; ++k) {
      map_row(b.data + k * b.row_stride, b.cols, panel + k * width,
              [](FloatVec x) HWY_ATTR { return x; });
    }
    return;
  }
  const Index square_rows = b.rows & -kQuad, square_columns = b.cols & -kQuad;
  for (Index j = 0; j < square_columns; j += kQuad) {
    for (Index k = 0; k < square_rows; k += kQuad) {
      QuadVec rows[kQuad];
      load_columns(b.data + j * b.column_stride + k, b.column_stride, rows);
#pragma GCC unroll 4
      for (int i = 0; i < kQuad; ++i) hn::StoreU(rows[i], Quad(), panel + (k + i) * width + j);
    }
  }
  for (Index j = 0; j < b.cols; ++j) {
    for (Index k = j < square_columns ? square_rows : 0; k < b.rows; ++k) {
      panel[k * width + j] = b.at(k, j);
    }
  }
}

// Zeros the panel's columns from `first` on. Also zeros those before `first` in the same vector, so
// call this before writing them.
HWY_INLINE HWY_ATTR void zero_last_columns(float* panel, Index rows, Index width, Index first) {
  if (first == width) return;
  const FloatVec zero = hn::Zero(Floats());
  for (Index k = 0; k < rows; ++k, panel += width) {
    if (first < width - kLanes) hn::StoreU(zero, Floats(), panel);
    hn::StoreU(zero, Floats(), panel + width - kLanes);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_PANEL_INL_H_
