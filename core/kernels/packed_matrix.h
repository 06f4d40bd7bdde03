// The right operand of a product, laid out once in the order in which the kernel reads it:
// parameters when they are set, keys before many queries meet them.
#pragma once

#include <initializer_list>
#include <new>
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
  // Each panel is as wide as one tile of the result, by rows [rows, panel_columns]. The last has as
  // many columns as there are left, rounded up with zeros to whole vectors, or to a whole panel
  // where a vector has four lanes.
  const float* panels;
  Index rows, cols, panel_columns;
};

class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(MatrixView b) { assign(b); }

  // Packs another one into the same storage.
  void assign(MatrixView b) { assign({b}); }
  // Several, [w_q, w_k, w_v], for one product or for each its own: every one begins at a panel of
  // its own, at next_panel(of where the one before ends), with zeros between. What lies below one
  // that has fewer rows than another is not to be read.
  void assign(std::initializer_list<MatrixView> side_by_side);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  bool empty() const { return panels_.empty(); }

  Index next_panel(Index column) const;

  // `first` is where a panel begins.
  PackedColumns columns_from(Index first) const {
    return {panels_.data() + first * rows_, rows_, cols_ - first, panel_columns_};
  }
  operator PackedColumns() const { return columns_from(0); }

 private:
  Index rows_ = 0, cols_ = 0, panel_columns_ = 0;
  std::vector<float, CacheLineAllocator<float>> panels_;
};

}  // namespace attn
