#include "kernels/packed_matrix.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/packed_matrix.cpp"
#include "kernels/targets.h"
// After it, or else they are compiled for one target only.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

Index panel_columns() { return kPanelColumns; }

Index panels_columns(Index columns) { return padded_columns(columns); }

// Into panels of `rows`, of which there are `columns` from here on.
void pack_columns(MatrixView b, float* panels, Index rows, Index columns) {
  for (Index j = 0; j < b.cols; j += kPanelColumns) {
    const Index n = std::min(b.cols - j, kPanelColumns), width = panel_width(columns, j);
    zero_last_columns(panels + j * rows, b.rows, width, n);
    pack_panel(b.column_range(j, n), panels + j * rows, width);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(panel_columns);
HWY_EXPORT(panels_columns);
HWY_EXPORT(pack_columns);

void PackedMatrix::assign(std::initializer_list<MatrixView> side_by_side) {
  panel_columns_ = HWY_DYNAMIC_DISPATCH(panel_columns)();
  rows_ = cols_ = 0;
  for (const MatrixView& part : side_by_side) {
    rows_ = std::max(rows_, part.rows);
    cols_ = next_panel(cols_) + part.cols;
  }
  panels_.resize(static_cast<std::size_t>(rows_ * HWY_DYNAMIC_DISPATCH(panels_columns)(cols_)));
  Index first = 0;
  for (const MatrixView& part : side_by_side) {
    HWY_DYNAMIC_DISPATCH(pack_columns)
    (part, panels_.data() + first * rows_, rows_, cols_ - first);
    first = next_panel(first + part.cols);
  }
}

Index PackedMatrix::next_panel(Index column) const {
  return (column + panel_columns_ - 1) / panel_columns_ * panel_columns_;
}

}  // namespace attn
#endif
