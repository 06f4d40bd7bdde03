#include "kernels/product.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/product.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

void multiply_plain_blocks(const MatrixView& a, const MatrixView& b, const float* panels,
                           MatrixRef c, Index column_blocks, Index block_stride,
                           const ProductOptions& options) {
  multiply_blocks<false>(a, b, panels, c, column_blocks, block_stride, options);
}

Index expected_panel_columns() { return kPanelColumns; }

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply_plain_blocks);
HWY_EXPORT(expected_panel_columns);

void multiply(const MatrixView& a, const MatrixView& b, MatrixRef c,
              const ProductOptions& options) {
  assert(a.cols == b.rows && c.rows() == a.rows && c.cols() == b.cols);
  HWY_DYNAMIC_DISPATCH(multiply_plain_blocks)(a, b, nullptr, c, 1, 0, options);
}

void multiply(const MatrixView& a, const PackedColumns& b, MatrixRef c,
              const ProductOptions& options) {
  multiply_in_column_blocks(a, b, c, 1, 0, options);
}

void multiply_in_column_blocks(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                               Index column_blocks, Index block_stride,
                               const ProductOptions& options) {
  assert(a.cols <= b.rows && first_block.rows() == a.rows);
  assert(column_blocks * first_block.cols() <= b.cols);
  assert(column_blocks == 1 || first_block.cols() % b.panel_columns == 0);
  assert(b.panel_columns == HWY_DYNAMIC_DISPATCH(expected_panel_columns)());
  if (b.code != nullptr) {
    return b.code->multiply(a, b, first_block, column_blocks, block_stride, options);
  }
  const MatrixView shape(b.panels, b.rows, b.cols, b.cols);
  HWY_DYNAMIC_DISPATCH(multiply_plain_blocks)
  (a, shape, b.panels, first_block, column_blocks, block_stride, options);
}

}  // namespace attn
#endif  // HWY_ONCE
