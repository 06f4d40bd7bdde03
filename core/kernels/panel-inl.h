// Panels: the right operand's columns in groups as wide as one tile of the result, each group
// row-major. Packing is bounded by memory.
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

// Whether the last panel is one vector wide where that is enough. A tile of four lanes and one
// vector would wait for its sums as long as one of two takes.
constexpr bool kHalfPanels = kLanes > 4;

// What the panel of the columns from `first` on holds: whole vectors.
HWY_INLINE Index panel_width(Index columns, Index first) {
  return kHalfPanels && columns - first <= kLanes ? kLanes : kPanelColumns;
}

// The columns of all panels.
HWY_INLINE Index padded_columns(Index columns) {
  constexpr Index kStep = kHalfPanels ? kLanes : kPanelColumns;
  return (columns + kStep - 1) / kStep * kStep;
}

// A column-major matrix is transposed in squares of four by four floats, or of one where there are
// no vectors.
using Quad = hn::CappedTag<float, 4>;
using QuadVec = hn::Vec<Quad>;
constexpr int kQuad = static_cast<int>(hn::MaxLanes(Quad()));

// The columns of the square at `from`, whose rows are `stride` apart.
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

// b [rows, columns], which need not fill it, into a panel that is `width` columns wide. Not
// inlined: its callers are many and it is large.
inline HWY_NOINLINE HWY_ATTR void pack_panel(const MatrixView& b, float* panel, Index width) {
  if (b.column_stride == 1) {
    for (Index k = 0; k < b.rows; ++k) {
      map_row(b.data + k * b.row_stride, b.cols, panel + k * width,
              [](FloatVec x) HWY_ATTR { return x; });
    }
    return;
  }
  const Index whole_rows = b.rows & -kQuad, whole_columns = b.cols & -kQuad;
  for (Index j = 0; j < whole_columns; j += kQuad) {
    for (Index k = 0; k < whole_rows; k += kQuad) {
      QuadVec rows[kQuad];
      load_columns(b.data + j * b.column_stride + k, b.column_stride, rows);
#pragma GCC unroll 4
      for (int i = 0; i < kQuad; ++i) hn::StoreU(rows[i], Quad(), panel + (k + i) * width + j);
    }
  }
  for (Index j = 0; j < b.cols; ++j) {
    for (Index k = j < whole_columns ? whole_rows : 0; k < b.rows; ++k) {
      panel[k * width + j] = b.at(k, j);
    }
  }
}

// The columns from `first` on, and those before it in the same vector: to be called before these
// are written.
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
