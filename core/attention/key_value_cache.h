// Keys and values of the tokens so far, which grow in place: room is made for twice as many tokens
// whenever it runs out, so a token costs the same however many there are.
#pragma once

#include <string>
#include <vector>

#include "attention/heads_view.h"

namespace attn {

// [batch, kv_head, key, d], growing along the third axis.
class GrowingHeads {
 public:
  GrowingHeads() = default;
  explicit GrowingHeads(const Tensor& heads);

  bool empty() const { return shape_.empty(); }
  Index length() const { return empty() ? 0 : shape_[2]; }
  const std::vector<Index>& shape() const { return shape_; }
  HeadsView view() const { return view_of(length()); }
  Tensor tensor() const;  // a copy

  // Writes more behind the end and returns a view with it, valid until the next call. It belongs to
  // the cache once `keep` says so.
  //   added  one matrix [n, d] a head    axes  the four names
  HeadsView write_behind(const HeadsView& added, Index batch, Index num_heads,
                         const std::vector<std::string>& axes);
  void keep(Index length) { shape_[2] = length; }

 private:
  HeadsView view_of(Index n) const;
  void reserve(Index n);

  std::vector<std::string> axes_;
  std::vector<Index> shape_;
  Index capacity_ = 0;  // in keys
  std::vector<float> data_;
};

struct KeyValueCache {
  GrowingHeads k;  // [batch, kv_head, key, d_head], turned already where positions are rotary
  GrowingHeads v;  // [batch, kv_head, key, d_v]
  Index length() const { return k.length(); }
};

}  // namespace attn
