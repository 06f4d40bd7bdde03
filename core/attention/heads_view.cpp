#include "attention/heads_view.h"

#include <algorithm>
#include <utility>

namespace attn {
namespace {

template <class Float, class AnyTensor>
StridedHeads<Float> heads_of(AnyTensor& heads) {
  const Index n = heads.shape[2], width = heads.shape[3];
  return {heads.data.data(), n, width, heads.shape[1] * n * width, n * width, width};
}

}  // namespace

HeadsView heads_in(const Tensor& heads) { return heads_of<const float>(heads); }
HeadsRef heads_in(Tensor& heads) { return heads_of<float>(heads); }

HeadsRef token_major(Matrix& rows, Index batch, Index first_column, Index width) {
  const Index n = rows.rows() / batch;
  return {offset_by(rows.data(), first_column), n, width, n * rows.cols(), width, rows.cols()};
}

HeadsRef head_major(Matrix& rows, Index batch, Index num_heads, Index first_head) {
  const Index width = rows.cols(), n = rows.rows() / num_heads / batch,
              head_stride = batch * n * width;
  return {rows.data() + first_head * head_stride, n, width, n * width, head_stride, width};
}

void rotate_heads(const Rotation& rotation, const HeadsRef& heads, Index batch, Index num_heads) {
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) rotation.apply(head_matrix(heads, b, h));
  }
}

Tensor to_tensor(const PackedHeads& heads, Index batch, Index num_heads,
                 std::vector<std::string> axes) {
  Tensor tensor(std::move(axes), {batch, num_heads, heads.n, heads.width});
  float* to = tensor.data.data();
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const PackedColumns columns = heads.at(b, h, 0);
      for (Index i = 0; i < heads.n; ++i) {
        for (Index c = 0; c < heads.width; ++c) *to++ = *columns.element(c, i);
      }
    }
  }
  return tensor;
}

void copy_to(Tensor& tensor, const HeadsView& heads, Index batch, Index num_heads,
             std::initializer_list<const char*> axes) {
  tensor.become(axes, {batch, num_heads, heads.n, heads.width});
  float* to = tensor.data.data();
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const float* from = heads.head(b, h);
      if (heads.row_stride == heads.width) {
        to = std::copy_n(from, heads.n * heads.width, to);
        continue;
      }
      for (Index i = 0; i < heads.n; ++i, from += heads.row_stride) {
        to = std::copy_n(from, heads.width, to);
      }
    }
  }
}

}  // namespace attn
