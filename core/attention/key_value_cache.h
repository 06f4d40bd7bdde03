// Keys and values of the tokens so far, which grow in place: room is made for twice as many tokens
// whenever it runs out, so a token costs the same however many there are.
#pragma once

#include <string>
#include <vector>

#include "attention/heads_view.h"
#include "kernels/packed_matrix.h"

namespace attn {

// [batch, kv_head, key, d], growing along the third axis.
class GrowingHeads {
 public:
  static GrowingHeads by_rows() { return GrowingHeads(1); }
  // Each head transposed and packed, as scores read keys: nobody who meets them has to do it again.
  static GrowingHeads in_panels() { return GrowingHeads(attn::panel_columns()); }

  bool empty() const { return shape_.empty(); }
  Index length() const { return empty() ? 0 : shape_[2]; }
  const std::vector<Index>& shape() const { return shape_; }
  Tensor tensor() const;  // a copy

  // Writes more behind the end, as `rows` or `panels` of that length show. They belong to the cache
  // once `keep` says so.
  //   added  one matrix [n, d] a head    axes  the four names
  void write_behind(const HeadsView& added, Index batch, Index num_heads,
                    const std::vector<std::string>& axes);
  void keep(Index length) { shape_[2] = length; }

  // The first n of them, valid until more are written: by rows or in panels, as they were made.
  HeadsView rows(Index n) const;
  PackedHeads panels(Index n) const;

 private:
  explicit GrowingHeads(Index panel_columns) : panel_columns_(panel_columns) {}
  void reserve(Index n);

  std::vector<std::string> axes_;
  std::vector<Index> shape_;
  Index panel_columns_;  // 1 by rows
  Index capacity_ = 0;   // in keys, whole panels
  std::vector<float, CacheLineAllocator<float>> data_;
};

struct KeyValueCache {
  // [batch, kv_head, key, d_head], turned already where positions are rotary.
  GrowingHeads k = GrowingHeads::in_panels();
  GrowingHeads v = GrowingHeads::by_rows();  // [batch, kv_head, key, d_v]

  Index length() const { return k.length(); }
  void keep(Index length) {
    k.keep(length);
    v.keep(length);
  }
  // The first n keys and values as q meets them, without a context.
  AttendedHeads met_by(const HeadsView& q, Index n) const {
    return {q, {}, v.rows(n), {}, k.panels(n)};
  }
};

}  // namespace attn
