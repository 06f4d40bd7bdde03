#include "kernels/packed_matrix.h"

#include <algorithm>
#include <cassert>

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

// Columns from first_column on of a matrix of `columns`, in parts that end where a panel does. The
// first of them come first.
void pack_columns(MatrixView b, Index first_column, Index columns, float* panels) {
  if (first_column == 0 && columns > 0) {
    const Index last = (columns - 1) / kPanelColumns * kPanelColumns;
    zero_last_columns(panels + last * b.rows, b.rows, panel_width(columns, last), columns - last);
  }
  for (Index j = 0; j < b.cols;) {
    const Index offset = (first_column + j) % kPanelColumns;
    const Index panel = first_column + j - offset, width = panel_width(columns, panel);
    const Index n = std::min(b.cols - j, kPanelColumns - offset);
    pack_panel(b.column_range(j, n), panels + panel * b.rows + offset, width);
    j += n;
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(panel_columns);
HWY_EXPORT(panels_columns);
HWY_EXPORT(pack_columns);

PackedMatrix::PackedMatrix(MatrixView b) { pack({b}); }

PackedMatrix::PackedMatrix(std::initializer_list<MatrixView> side_by_side) { pack(side_by_side); }

void PackedMatrix::assign(MatrixView b) { pack({b}); }

void PackedMatrix::pack(std::initializer_list<MatrixView> side_by_side) {
  rows_ = side_by_side.begin()->rows;
  cols_ = 0;
  for (const MatrixView& part : side_by_side) cols_ += part.cols;
  panel_columns_ = HWY_DYNAMIC_DISPATCH(panel_columns)();
  panels_.resize(static_cast<std::size_t>(rows_ * HWY_DYNAMIC_DISPATCH(panels_columns)(cols_)));
  Index first = 0;
  for (const MatrixView& part : side_by_side) {
    assert(part.rows == rows_);
    HWY_DYNAMIC_DISPATCH(pack_columns)(part, first, cols_, panels_.data());
    first += part.cols;
  }
}

}  // namespace attn
#endif
