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

class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(MatrixView b);
  // The columns of all, one after the other: [w_q, w_k, w_v] for one product. Equal rows.
  explicit PackedMatrix(std::initializer_list<MatrixView> side_by_side);

  // Packs another one into the same storage.
  void assign(MatrixView b);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  bool empty() const { return panels_.empty(); }

  // For the kernels: panels of the columns that one tile of the result is wide, each by rows
  // [rows, panel_columns]. The last has as many columns as there are left, rounded up with
  // zeros to whole vectors, or to a whole panel where a vector has four lanes.
  const float* panels() const { return panels_.data(); }
  Index panel_columns() const { return panel_columns_; }

 private:
  void pack(std::initializer_list<MatrixView> side_by_side);

  Index rows_ = 0, cols_ = 0, panel_columns_ = 0;
  std::vector<float, CacheLineAllocator<float>> panels_;
};

}  // namespace attn
