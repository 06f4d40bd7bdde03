// A row as vectors: full ones, and a last one that the row fills only in part.
#if defined(ATTN_KERNELS_ROW_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_ROW_VECTORS_INL_H_
#undef ATTN_KERNELS_ROW_VECTORS_INL_H_
#else
#define ATTN_KERNELS_ROW_VECTORS_INL_H_
#endif

#include "base/matrix.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// Whether a masked load or store leaves alone the memory that it masks. Elsewhere the lanes go
// through an array.
#define ATTN_MASKED_MEMORY (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

// The first `count` lanes from x, less than a vector; `rest` in the others.
HWY_INLINE HWY_ATTR FloatVec load_first(const float* x, Index count, float rest) {
  const Floats d;
#if ATTN_MASKED_MEMORY
  const auto mask = hn::FirstN(d, static_cast<std::size_t>(count));
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, x), hn::Set(d, rest));
#elif HWY_TARGET == HWY_WASM
  // One by one: a vector that is loaded from lanes just stored waits for all of them.
  FloatVec v = hn::Set(d, rest);
  if (count > 0) v.raw = wasm_f32x4_replace_lane(v.raw, 0, x[0]);
  if (count > 1) v.raw = wasm_f32x4_replace_lane(v.raw, 1, x[1]);
  if (count > 2) v.raw = wasm_f32x4_replace_lane(v.raw, 2, x[2]);
  return v;
#else
  HWY_ALIGN float lanes[kLanes];
  hn::Store(hn::Set(d, rest), d, lanes);
  for (Index lane = 0; lane < count; ++lane) lanes[lane] = x[lane];
  return hn::Load(d, lanes);
#endif
}

HWY_INLINE HWY_ATTR void store_first(FloatVec v, float* y, Index count) {
  [[maybe_unused]] const Floats d;
#if ATTN_MASKED_MEMORY
  hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(count)), d, y);
#elif HWY_TARGET == HWY_WASM
  // One by one: of a loop compilers make a call that copies memory.
  if (count > 0) y[0] = wasm_f32x4_extract_lane(v.raw, 0);
  if (count > 1) y[1] = wasm_f32x4_extract_lane(v.raw, 1);
  if (count > 2) y[2] = wasm_f32x4_extract_lane(v.raw, 2);
#else
  HWY_ALIGN float lanes[kLanes];
  hn::Store(v, d, lanes);
  for (Index lane = 0; lane < count; ++lane) y[lane] = lanes[lane];
#endif
}

// A whole vector from x, or the first `count` lanes, `rest` in the others; and back. For what is
// done with them at such length that it should stand once for both.
HWY_INLINE HWY_ATTR FloatVec load_up_to(const float* x, Index count, float rest) {
  return count >= kLanes ? hn::LoadU(Floats(), x) : load_first(x, count, rest);
}
HWY_INLINE HWY_ATTR void store_up_to(FloatVec v, float* y, Index count) {
  if (count >= kLanes) {
    hn::StoreU(v, Floats(), y);
  } else {
    store_first(v, y, count);
  }
}

// The lanes, half added to half until there is one: the same bits if all lanes are moved round, so
// that a row may begin anywhere in a vector. Highway promises no order. A way through memory is
// short for four lanes, but not for more.
template <class D = Floats>
HWY_INLINE HWY_ATTR float sum_of_lanes(hn::Vec<D> v) {
  constexpr int kWidth = static_cast<int>(hn::MaxLanes(D()));
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  if constexpr (kWidth > 4) {
    const hn::Half<D> half;
    return sum_of_lanes<hn::Half<D>>(hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
  HWY_ALIGN float lanes[kWidth];
  hn::Store(v, D(), lanes);
#pragma GCC unroll 4
  for (int width = kWidth / 2; width > 0; width /= 2) {
#pragma GCC unroll 8
    for (int lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

// y[j] = f(x[j]) for the n elements of a row; y may be x's storage.
template <class F>
HWY_INLINE HWY_ATTR void map_row(const float* x, Index n, float* y, const F& f) {
  const Floats d;
  Index j = 0;
  for (; j + kLanes <= n; j += kLanes) hn::StoreU(f(hn::LoadU(d, x + j)), d, y + j);
  if (j < n) store_first(f(load_first(x + j, n - j, 0)), y + j, n - j);
}

// y[j] = f(a[j], b[j]), likewise.
template <class F>
HWY_INLINE HWY_ATTR void map_rows(const float* a, const float* b, Index n, float* y, const F& f) {
  const Floats d;
  Index j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    hn::StoreU(f(hn::LoadU(d, a + j), hn::LoadU(d, b + j)), d, y + j);
  }
  if (j < n) {
    store_first(f(load_first(a + j, n - j, 0), load_first(b + j, n - j, 0)), y + j, n - j);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_ROW_VECTORS_INL_H_
