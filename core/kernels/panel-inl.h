// Panels: the columns of a right operand that one tile of the result is wide, by rows.
#if defined(ATTN_KERNELS_PANEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PANEL_INL_H_
#undef ATTN_KERNELS_PANEL_INL_H_
#else
#define ATTN_KERNELS_PANEL_INL_H_
#endif

#include <algorithm>

#include "base/matrix_view.h"
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

#if HWY_TARGET != HWY_SCALAR
// 4 x 4 floats at `from`, whose rows are from_stride apart, across the diagonal.
HWY_INLINE HWY_ATTR void transpose_4x4(const float* from, Index from_stride, float* to,
                                       Index to_stride) {
  const hn::Full128<float> d;
  const hn::Repartition<double, decltype(d)> pairs;
  const auto row_0 = hn::LoadU(d, from), row_1 = hn::LoadU(d, from + from_stride);
  const auto row_2 = hn::LoadU(d, from + 2 * from_stride);
  const auto row_3 = hn::LoadU(d, from + 3 * from_stride);
  const auto low_01 = hn::BitCast(pairs, hn::InterleaveLower(d, row_0, row_1));
  const auto low_23 = hn::BitCast(pairs, hn::InterleaveLower(d, row_2, row_3));
  const auto high_01 = hn::BitCast(pairs, hn::InterleaveUpper(d, row_0, row_1));
  const auto high_23 = hn::BitCast(pairs, hn::InterleaveUpper(d, row_2, row_3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, low_01, low_23)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, low_01, low_23)), d, to + to_stride);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, high_01, high_23)), d, to + 2 * to_stride);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, high_01, high_23)), d, to + 3 * to_stride);
}
#endif

// b [rows, columns], which need not fill it, into a panel that is `width` columns wide.
inline HWY_ATTR void pack_panel(MatrixView b, float* panel, Index width) {
  if (b.column_stride == 1 && b.cols % kLanes == 0) {
    for (Index k = 0; k < b.rows; ++k) {
      for (Index j = 0; j < b.cols; j += kLanes) {
        hn::StoreU(hn::LoadU(Floats(), b.data + k * b.row_stride + j), Floats(),
                   panel + k * width + j);
      }
    }
    return;
  }
  if (b.column_stride == 1) {
    for (Index k = 0; k < b.rows; ++k) {
      std::copy_n(b.data + k * b.row_stride, b.cols, panel + k * width);
    }
    return;
  }
  Index whole_rows = 0, whole_columns = 0;
#if HWY_TARGET != HWY_SCALAR
  whole_rows = b.rows & ~Index{3};
  whole_columns = b.cols & ~Index{3};
  for (Index j = 0; j < whole_columns; j += 4) {
    for (Index k = 0; k < whole_rows; k += 4) {
      transpose_4x4(b.data + j * b.column_stride + k, b.column_stride, panel + k * width + j,
                    width);
    }
  }
#endif
  for (Index k = 0; k < b.rows; ++k) {
    for (Index j = k < whole_rows ? whole_columns : 0; j < b.cols; ++j) {
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
