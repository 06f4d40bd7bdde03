// What every kernel needs beside Highway itself. Compiled once for each target, like the kernels
// that include it, hence the unusual include guard (Highway's own headers have the same).
#if defined(ATTN_KERNELS_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_SIMD_INL_H_
#undef ATTN_KERNELS_SIMD_INL_H_
#else
#define ATTN_KERNELS_SIMD_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVec = hn::Vec<Floats>;

// How many floats a vector holds: 4, 8 or 16.
constexpr int kLanes = static_cast<int>(hn::MaxLanes(Floats()));

// a b + c, in one rounding where the processor has an instruction for it (AVX2, AVX-512, Arm,
// relaxed SIMD in wasm), else in two.
template <class Vec>
HWY_INLINE HWY_ATTR Vec mul_add(Vec a, Vec b, Vec c) {
#ifdef __wasm_relaxed_simd__
  return Vec{wasm_f32x4_relaxed_madd(a.raw, b.raw, c.raw)};
#else
  return hn::MulAdd(a, b, c);
#endif
}

// A constant from memory, in every lane. V8 (2026) rebuilds a vector constant in each step of a
// loop from a general register and two shuffles; a load is one instruction.
template <class Lane>
HWY_INLINE HWY_ATTR hn::Vec<hn::ScalableTag<Lane>> constant(const Lane& stored) {
#if HWY_TARGET == HWY_WASM
  static_assert(sizeof(Lane) == 4);
  const Lane* place = &stored;
  asm("" : "+r"(place));  // or the compiler would know it again
  return {wasm_v128_load32_splat(place)};
#else
  return hn::Set(hn::ScalableTag<Lane>(), stored);
#endif
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_SIMD_INL_H_
