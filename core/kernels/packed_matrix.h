// The right operand of a product, packed once in the order in which the kernel reads it: parameters
// when they are set, keys before many queries read them or when they are appended to a cache.
#pragma once

#include <new>
#include <span>
#include <vector>

#include "base/matrix_view.h"

namespace attn {

// Vectors that straddle two cache lines are read at half the speed.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kLine); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

// The columns of a packed matrix, all or those from a panel on.
struct PackedColumns {
  // Each panel is as wide as one tile of the result, row-major [rows, panel_columns]. The last has
  // as many columns as there are left, rounded up with zeros to whole vectors, or to a whole panel
  // where a vector has four lanes.
  const float* panels;
  Index rows;  // of a panel: the matrix's, and behind those of a deep one there may be one of zeros
  Index cols, panel_columns;

  // Of whole panels.
  const float* element(Index row, Index column) const {
    return panels + (column / panel_columns * rows + row) * panel_columns + column % panel_columns;
  }
};

// How many columns a panel has on this processor.
Index panel_columns();

// Rounded up to whole panels.
inline Index in_whole_panels(Index columns, Index panel_columns) {
  return (columns + panel_columns - 1) / panel_columns * panel_columns;
}

class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(const MatrixView& b) { assign(b); }

  // Packs another one into the same storage.
  void assign(const MatrixView& b) { assign(std::span(&b, 1)); }
  // Several, [w_q, w_k, w_v]. Each begins at a panel of its own, next_panel(the end of the one
  // before), and the columns between are zeros. A product may take one of them, or neighbours that
  // have as many rows.
  void assign(std::span<const MatrixView> side_by_side);

  Index cols() const { return runs_.empty() ? 0 : runs_.back().end; }
  bool empty() const { return panels_.empty(); }

  // The first column, from `column` on, at which a panel begins.
  Index next_panel(Index column) const { return in_whole_panels(column, panel_columns_); }

  // From `first` on, where a panel begins, as far as there are as many rows.
  PackedColumns columns_from(Index first) const;
  operator PackedColumns() const { return columns_from(0); }

 private:
  // Neighbours whose panels have the same number of rows, stored from `offset` on.
  struct Run {
    Index first, end, rows, offset;
  };

  Index panel_columns_ = 0;
  std::vector<Run> runs_;
  std::vector<float, CacheLineAllocator<float>> panels_;
};

}  // namespace attn
