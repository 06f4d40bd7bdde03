// exp(x) for x <= 0, which is all that softmax needs, in every lane of a vector.
//
//   exp(x) = 2^n exp(r)   with n = round(x / ln 2), |r| <= ln(2) / 2
//
// exp(r) is the polynomial of degree 6 with the smallest maximum relative error, 2^-28. The result
// is within 2 units in the last place. exp(0) is exactly 1. Below -103.98, and for -inf, the result
// is 0, which is the correctly rounded value. NaN stays NaN.
#if defined(ATTN_KERNELS_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_EXP_INL_H_
#undef ATTN_KERNELS_EXP_INL_H_
#else
#define ATTN_KERNELS_EXP_INL_H_
#endif

#include "kernels/exp.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

HWY_INLINE HWY_ATTR FloatVec exp_of_nonpositive(FloatVec x) {
  using namespace exp_constants;
  // Adding 1.5 * 2^23 leaves the nearest integer, n, in the low bits of the mantissa. kRounder adds
  // 191 = 127 + 64 more, so that these bits, shifted into the exponent, are the float 2^(n + 64).
  // The 64 keeps it from being subnormal.
  const FloatVec rounder = constant(kRounder);
  const FloatVec rounded = mul_add(x, constant(kLog2E), rounder);
  const FloatVec n = hn::Sub(rounded, rounder);
  const FloatVec power = hn::BitCast(
      Floats(), hn::ShiftLeft<23>(hn::BitCast(hn::RebindToUnsigned<Floats>(), rounded)));

  // ln 2 is split in two: n times the first part, 355/512, is exact.
  FloatVec r = mul_add(n, constant(kMinusLn2High), x);
  r = mul_add(n, constant(kMinusLn2Low), r);
  // Two powers per step: a shorter dependency chain than one power per step.
  const FloatVec square = hn::Mul(r, r);
  FloatVec p = mul_add(constant(kSeries[1]), r, constant(kSeries[2]));
  p = mul_add(constant(kSeries[0]), square, p);
  p = mul_add(p, square, mul_add(constant(kSeries[3]), r, constant(kSeries[4])));
  p = mul_add(p, square, hn::Add(r, constant(kSeries[5])));

  // For an excluded key this select gives 0 without an underflow, which would be slow.
  const auto vanishes = hn::Lt(x, constant(kVanishing));
  return hn::Mul(hn::IfThenZeroElse(vanishes, hn::Mul(p, power)), constant(kUnbias));
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_EXP_INL_H_
