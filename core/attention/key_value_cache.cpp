#include "attention/key_value_cache.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attn {

HeadsView GrowingHeads::rows(Index n) const {
  assert(panel_columns_ == 1);
  const PackedHeads all = panels(n);
  return {all.panels, n, all.width, all.batch_stride, all.head_stride, all.width};
}

PackedHeads GrowingHeads::panels(Index n) const {
  if (empty()) return {};
  const Index width = shape_[3];
  return {data_.data(), n, width, shape_[1] * capacity_ * width, capacity_ * width, panel_columns_};
}

Tensor GrowingHeads::tensor() const {
  return empty() ? Tensor() : to_tensor(panels(length()), shape_[0], shape_[1], axes_);
}

void GrowingHeads::reserve(Index n) {
  if (n <= capacity_) return;
  const Index capacity = round_up_to_panels(std::max(n, 2 * capacity_), panel_columns_);
  const Index used = round_up_to_panels(length(), panel_columns_), width = shape_[3];
  std::vector<float, CacheLineAllocator<float>> grown(
      static_cast<std::size_t>(element_count({shape_[0], shape_[1], capacity, width})));
  for (Index i = 0; i < shape_[0] * shape_[1]; ++i) {
    std::copy_n(data_.begin() + i * capacity_ * width, used * width,
                grown.begin() + i * capacity * width);
  }
  data_ = std::move(grown);
  capacity_ = capacity;
}

void GrowingHeads::append(const HeadsView& added, Index batch, Index num_heads,
                          const std::vector<std::string>& axes) {
  axes_ = axes;
  // The length is also 0 after a first step that failed; its shape may differ.
  if (length() == 0) {
    shape_ = {batch, num_heads, 0, added.width};
    capacity_ = 0;
  }
  const Index before = length(), n = before + added.n;
  reserve(n);
  const PackedHeads all = panels(n);
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const PackedColumns columns = all.at(b, h, 0);
      for (Index i = 0; i < added.n; ++i) {
        const float* from = added.head(b, h) + i * added.row_stride;
        float* to = data_.data() + (columns.element(0, before + i) - all.panels);
        for (Index c = 0; c < all.width; ++c, to += panel_columns_) *to = from[c];
      }
    }
  }
}

}  // namespace attn
