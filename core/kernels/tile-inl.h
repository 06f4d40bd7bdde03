// A tile of a product, whose sums stay in registers over a depth block.
//
// The multiply-add ports bound its speed. A step loads two vectors of b and one element of a per
// row, and issues two multiply-adds per row. Each multiply-add has its own sum, and there are
// enough of them to hide the latency (4 cycles, on two or three ports). The depth is not unrolled
// by hand, because V8 loads all operands of a basic block before it multiplies, and would spill
// registers.
#if defined(ATTN_KERNELS_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_TILE_INL_H_
#undef ATTN_KERNELS_TILE_INL_H_
#else
#define ATTN_KERNELS_TILE_INL_H_
#endif

#include "base/matrix_view.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// Rows of c, kVectors vectors wide.
template <int kRows, int kVectors>
struct Tile {
  FloatVec sum[kRows][kVectors];

  // The memory's rows are `stride` apart, and its pairs of vectors panel_stride apart.
  HWY_INLINE HWY_ATTR void load(const float* from, Index stride, Index panel_stride) {
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) {
        const Index column = v / 2 * panel_stride + v % 2 * kLanes;
        sum[row][v] = hn::LoadU(Floats(), from + row * stride + column);
      }
    }
  }

  HWY_INLINE HWY_ATTR void store(float* to, Index stride, Index panel_stride) const {
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) {
        const Index column = v / 2 * panel_stride + v % 2 * kLanes;
        hn::StoreU(sum[row][v], Floats(), to + row * stride + column);
      }
    }
  }

  HWY_INLINE HWY_ATTR void scale(float factor) {
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) {
        sum[row][v] = hn::Mul(sum[row][v], hn::Set(Floats(), factor));
      }
    }
  }

  // sum += a b, step by step over the depth.
  //   a  [kRows, depth]             rows a_row_stride apart, columns a_depth_stride apart
  //   b  [depth, kVectors vectors]  rows b_depth_stride apart, pairs of vectors b_panel_stride
  //   apart
  HWY_INLINE HWY_ATTR void add_product(const float* a, Index a_row_stride, Index a_depth_stride,
                                       const float* b, Index b_depth_stride, Index b_panel_stride,
                                       Index depth) {
    for (Index k = 0; k < depth; ++k) {
      add_step(a, a_row_stride, b, b_panel_stride);
      a += a_depth_stride;
      b += b_depth_stride;
    }
  }

  HWY_INLINE HWY_ATTR void add_step(const float* a, Index a_row_stride, const float* b,
                                    Index b_panel_stride) {
    FloatVec b_k[kVectors];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      const float* panel = v < 2 ? b : b + v / 2 * b_panel_stride;
      b_k[v] = hn::LoadU(Floats(), panel + v % 2 * kLanes);
    }
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
      const FloatVec a_k = hn::Set(Floats(), a[row * a_row_stride]);
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) sum[row][v] = mul_add(a_k, b_k[v], sum[row][v]);
    }
  }
};

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_TILE_INL_H_
