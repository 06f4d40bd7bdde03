// Vector types and operations that all kernels use. Compiled once for each target, like the kernels
// that include it, hence the unusual include guard (as in Highway's own headers).
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

// The number of floats in a vector: 4, 8 or 16; 1 without SIMD.
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

// A constant in every lane, loaded from memory. V8 (2026) would rebuild a vector constant in each
// iteration of a loop from a general register and two shuffles; a load is one instruction.
template <class Lane>
HWY_INLINE HWY_ATTR hn::Vec<hn::ScalableTag<Lane>> constant(const Lane& stored) {
#if HWY_TARGET == HWY_WASM
  static_assert(sizeof(Lane) == 4);
  const Lane* address = &stored;
  asm("" : "+r"(address));  // keeps the compiler from replacing the load with the constant
  return {wasm_v128_load32_splat(address)};
#else
  return hn::Set(hn::ScalableTag<Lane>(), stored);
#endif
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_SIMD_INL_H_
