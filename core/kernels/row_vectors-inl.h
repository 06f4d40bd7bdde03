// Processes a row as full vectors followed by a partial one.
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

// Whether masked loads and stores do not access the masked memory. Other targets copy lane by lane.
#define ATTN_MASKED_MEMORY (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

// Loads the first `count` lanes from x, less than a full vector; the other lanes are `rest`.
HWY_INLINE HWY_ATTR FloatVec load_first(const float* x, Index count, float rest) {
  const Floats d;
#if ATTN_MASKED_MEMORY
  const auto mask = hn::FirstN(d, static_cast<std::size_t>(count));
  return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, x), hn::Set(d, rest));
#elif HWY_TARGET == HWY_WASM
  // Lane by lane: loading a vector from lanes that were just stored would wait for all stores.
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

// Stores the first `count` lanes of v, less than a full vector.
HWY_INLINE HWY_ATTR void store_first(FloatVec v, float* y, Index count) {
  [[maybe_unused]] const Floats d;
#if ATTN_MASKED_MEMORY
  hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(count)), d, y);
#elif HWY_TARGET == HWY_WASM
  // Lane by lane: compilers would turn a loop into a call of memcpy.
  if (count > 0) y[0] = wasm_f32x4_extract_lane(v.raw, 0);
  if (count > 1) y[1] = wasm_f32x4_extract_lane(v.raw, 1);
  if (count > 2) y[2] = wasm_f32x4_extract_lane(v.raw, 2);
#else
  HWY_ALIGN float lanes[kLanes];
  hn::Store(v, d, lanes);
  for (Index lane = 0; lane < count; ++lane) y[lane] = lanes[lane];
#endif
}

// Load or store a full vector, or the first `count` lanes if fewer than a vector. For loop bodies
// that are too long to repeat for the partial vector.
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

// The sum of all lanes: the upper half is added to the lower half until one lane is left. Rotating
// the lanes does not change the bits, so a row may begin at any lane. (Highway's own sum does not
// specify its order.) Four lanes go through memory; for more lanes that would be slow.
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

// y[j] = f(a[j], b[j]) for the n elements of two rows; y may be the storage of either.
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
