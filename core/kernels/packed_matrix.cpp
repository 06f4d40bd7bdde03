#include "kernels/packed_matrix.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/packed_matrix.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// The number of rows of a panel. A panel of at least one page gets an extra row of zeros if its
// number of rows is even. A row of a that reads several panels at once would otherwise cross the
// page boundaries of all of them at the same time and stall. With an odd number of rows it crosses
// them at different times, unless two of the panels are a multiple of 128 panels apart.
Index rows_of_a_panel(Index rows) {
  constexpr Index kPage = 1024;  // floats
  return rows * kPanelColumns >= kPage ? rows | 1 : rows;
}

Index columns_of_a_panel() { return kPanelColumns; }

Index panels_columns(Index columns) { return padded_columns(columns); }

// Packs b into panels with this many rows. `columns` counts b's columns and those to its right, and
// decides the width of the last panel.
void pack_columns(const MatrixView& b, float* panels, Index rows, Index columns) {
  for (Index j = 0; j < b.cols; j += kPanelColumns) {
    const Index n = std::min(b.cols - j, kPanelColumns), width = panel_width(columns, j);
    float* panel = panels + j * rows;
    zero_last_columns(panel, b.rows, width, n);
    pack_panel(b.column_range(j, n), panel, width);
    std::fill(panel + b.rows * width, panel + rows * width, 0.0f);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(rows_of_a_panel);
HWY_EXPORT(columns_of_a_panel);
HWY_EXPORT(panels_columns);
HWY_EXPORT(pack_columns);

Index panel_columns() { return HWY_DYNAMIC_DISPATCH(columns_of_a_panel)(); }

double packed_size(Index rows, Index cols) {
  return static_cast<double>(HWY_DYNAMIC_DISPATCH(rows_of_a_panel)(rows)) *
         static_cast<double>(HWY_DYNAMIC_DISPATCH(panels_columns)(cols));
}

void PackedMatrix::assign(std::span<const MatrixView> side_by_side) {
  panel_columns_ = panel_columns();
  runs_.clear();
  Index size = 0;
  for (const MatrixView& part : side_by_side) {
    const Index first = next_panel(cols());
    const Index rows = HWY_DYNAMIC_DISPATCH(rows_of_a_panel)(part.rows);
    if (runs_.empty() || runs_.back().rows != rows) {
      runs_.push_back({first, first, rows, rows, size});
    }
    Run& run = runs_.back();
    run.end = first + part.cols;
    size = run.offset + run.rows * HWY_DYNAMIC_DISPATCH(panels_columns)(run.end - run.first);
  }
  panels_.resize(static_cast<std::size_t>(size));
  Index first = 0;
  for (const MatrixView& part : side_by_side) {
    const PackedColumns to = columns_from(first);
    HWY_DYNAMIC_DISPATCH(pack_columns)
    (part, panels_.data() + (to.panels - panels_.data()), to.rows, to.cols);
    first = next_panel(first + part.cols);
  }
}

PackedColumns PackedMatrix::columns_from(Index first) const {
  Run nearest{};
  for (const Run& run : runs_) {
    if (run.first <= first) nearest = run;
  }
  const Index offset = nearest.offset + (first - nearest.first) * nearest.column_floats;
  return {panels_.data() + offset, nearest.rows, nearest.end - first, panel_columns_, nearest.code};
}

}  // namespace attn
#endif  // HWY_ONCE
