#include "attention/key_value_cache.h"

#include <algorithm>
#include <utility>

namespace attn {

GrowingHeads::GrowingHeads(const Tensor& heads)
    : axes_(heads.axes), shape_(heads.shape), capacity_(heads.shape[2]), data_(heads.data) {}

HeadsView GrowingHeads::view_of(Index n) const {
  if (empty()) return {};
  const Index d = shape_[3];
  return {data_.data(), n, d, shape_[1] * capacity_ * d, capacity_ * d, d};
}

Tensor GrowingHeads::tensor() const {
  return empty() ? Tensor() : to_tensor(view(), shape_[0], shape_[1], axes_);
}

void GrowingHeads::reserve(Index n) {
  if (n <= capacity_) return;
  const Index capacity = std::max(n, 2 * capacity_), d = shape_[3];
  std::vector<float> grown(
      static_cast<std::size_t>(element_count({shape_[0], shape_[1], capacity, d})));
  for (Index i = 0; i < shape_[0] * shape_[1]; ++i) {
    std::copy_n(data_.begin() + i * capacity_ * d, length() * d, grown.begin() + i * capacity * d);
  }
  data_ = std::move(grown);
  capacity_ = capacity;
}

HeadsView GrowingHeads::write_behind(const HeadsView& added, Index batch, Index num_heads,
                                     const std::vector<std::string>& axes) {
  axes_ = axes;
  if (empty()) shape_ = {batch, num_heads, 0, added.columns};
  const Index before = length(), n = before + added.n;
  reserve(n);
  const HeadsView all = view_of(n);
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      float* to = data_.data() + (all.head(b, h) - all.data) + before * all.row_step;
      for (Index i = 0; i < added.n; ++i, to += all.row_step) {
        std::copy_n(added.head(b, h) + i * added.row_step, added.columns, to);
      }
    }
  }
  return all;
}

}  // namespace attn
