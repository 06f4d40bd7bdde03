// A cache of the keys and values of all tokens so far. Its capacity doubles when it is full, so
// appending a token takes amortized constant time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attention/heads_view.h"
#include "kernels/packed_matrix.h"

namespace attn {

// Heads [batch, kv_head, key, width] that grow along the key axis.
class GrowingHeads {
 public:
  static GrowingHeads by_rows() { return GrowingHeads(1); }
  // Each head transposed and packed, as the product q kᵀ reads keys.
  static GrowingHeads in_panels() { return GrowingHeads(attn::panel_columns()); }

  bool empty() const { return shape_.empty(); }
  Index length() const { return empty() ? 0 : shape_[2]; }
  const std::vector<Index>& shape() const { return shape_; }
  Tensor tensor() const;  // a copy

  // Writes n more keys after the end. They are part of the cache only once set_length includes
  // them, but rows(length) and panels(length) can already read them.
  //   added  [n, d] per head    axes  the names of the four axes
  void append(const HeadsView& added, Index batch, Index num_heads,
              const std::vector<std::string>& axes);
  void set_length(Index length) { shape_[2] = length; }

  // The first n keys, row-major (by_rows) or in panels (in_panels). Valid until the next append.
  HeadsView rows(Index n) const;
  PackedHeads panels(Index n) const;

 private:
  explicit GrowingHeads(Index panel_columns) : panel_columns_(panel_columns) {}
  void reserve(Index n);

  std::vector<std::string> axes_;
  std::vector<Index> shape_;
  Index panel_columns_;  // 1: row-major
  Index capacity_ = 0;   // in keys, a multiple of panel_columns_
  std::vector<float, CacheLineAllocator<float>> data_;
};

struct KeyValueCache {
  // [batch, kv_head, key, d_head], after rotation if positions are rotary.
  GrowingHeads k = GrowingHeads::in_panels();
  GrowingHeads v = GrowingHeads::by_rows();  // [batch, kv_head, key, d_v]

  Index length() const { return k.length(); }
  void set_length(Index length) {
    k.set_length(length);
    v.set_length(length);
  }
  // Removes the keys from `length` on.
  void truncate(Index length) {
    if (k.length() > length) k.set_length(length);
    if (v.length() > length) v.set_length(length);
  }
  // The inputs of attention with these queries and the first n keys and values. The caller sets the
  // context.
  AttendedHeads attended_by(const HeadsView& q, Index n) const {
    return {q, {}, v.rows(n), {}, k.panels(n)};
  }
};

// Returns step(). If it throws, removes the keys that it appended. All caches must have the same
// length before.
template <class Cache, class Step>
auto step_or_undo(std::span<Cache> caches, const Step& step) {
  const Index length = caches.front().length();
  try {
    return step();
  } catch (...) {
    for (Cache& cache : caches) cache.truncate(length);
    throw;
  }
}

}  // namespace attn
