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
  // Each head transposed and packed, as the product of the scores reads keys.
  static GrowingHeads in_panels() { return GrowingHeads(attn::panel_columns()); }

  bool empty() const { return shape_.empty(); }
  Index length() const { return empty() ? 0 : shape_[2]; }
  const std::vector<Index>& shape() const { return shape_; }
  Tensor tensor() const;  // a copy

  // Writes more heads after the end. They are not part of the cache until set_length includes them;
  // `rows` or `panels` of that length read them already.
  //   added  one matrix [n, d] a head    axes  the four names
  void append(const HeadsView& added, Index batch, Index num_heads,
              const std::vector<std::string>& axes);
  void set_length(Index length) { shape_[2] = length; }

  // The first n of them, valid until more are appended: row-major or in panels, as constructed.
  HeadsView rows(Index n) const;
  PackedHeads panels(Index n) const;

 private:
  explicit GrowingHeads(Index panel_columns) : panel_columns_(panel_columns) {}
  void reserve(Index n);

  std::vector<std::string> axes_;
  std::vector<Index> shape_;
  Index panel_columns_;  // 1: row-major
  Index capacity_ = 0;   // in keys, whole panels
  std::vector<float, CacheLineAllocator<float>> data_;
};

struct KeyValueCache {
  // [batch, kv_head, key, d_head], turned already where positions are rotary.
  GrowingHeads k = GrowingHeads::in_panels();
  GrowingHeads v = GrowingHeads::by_rows();  // [batch, kv_head, key, d_v]

  Index length() const { return k.length(); }
  void set_length(Index length) {
    k.set_length(length);
    v.set_length(length);
  }
  // q attending to the first n keys and values, without a context.
  AttendedHeads attended_by(const HeadsView& q, Index n) const {
    return {q, {}, v.rows(n), {}, k.panels(n)};
  }
};

}  // namespace attn
