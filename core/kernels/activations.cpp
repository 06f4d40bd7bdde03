#include "kernels/activations.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/activations.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include <cstdint>
#include <limits>

#include "kernels/exp-inl.h"
#include "kernels/row_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

constexpr float kOne = 1, kMinusHalf = -0.5f;
constexpr float kMinPositive = std::numeric_limits<float>::denorm_min();

// max(x, 0). NaN stays NaN, and -0 becomes 0. Compares with the smallest positive float, not with
// 0: LLVM 19 would compile `x < 0 ? 0 : x` to wasm's pmax, which keeps -0.
HWY_INLINE HWY_ATTR FloatVec positive_part(FloatVec x) {
  return hn::IfThenZeroElse(hn::Lt(x, constant(kMinPositive)), x);
}

// T(a) = 1 - Φ(a) = exp(-a²/2) t P(t)  with t = 1 / (1 + 0.35 a)
//
// P is the polynomial of degree 8 with the smallest maximum relative error, 2^-24.
struct GeluTail {
  static constexpr float kBound = 15;  // where exp(-a²/2) is 0
  static constexpr float kScale = 0.35f;
  static constexpr std::uint32_t kHighBits = 0xfffff000u;
  static constexpr float kSeries[] = {-2.914875373e-2f, 1.439842433e-1f,  -2.557376325e-1f,
                                      1.591979265e-1f,  -2.312422171e-2f, 1.05513297e-1f,
                                      1.198317111e-1f,  1.398619920e-1f,  1.396213919e-1f};
  static constexpr float kPeak = 0.398942280f;  // 1 / √(2 π)

  HWY_INLINE HWY_ATTR explicit GeluTail(FloatVec a) {
    const FloatVec square = hn::Mul(a, a);
    // Corrects for the rounding error of the square, which exp would multiply by up to a²/2:
    // exp(-error/2) = 1 - error/2.
    const FloatVec error = square_error(a, square);
    const FloatVec e = exp_of_nonpositive(hn::Mul(square, constant(kMinusHalf)));
    bell = mul_add(hn::Mul(error, constant(kMinusHalf)), e, e);
    const FloatVec t = hn::Div(constant(kOne), mul_add(a, constant(kScale), constant(kOne)));
    FloatVec p = constant(kSeries[0]);
    for (int i = 1; i < 9; ++i) p = mul_add(p, t, constant(kSeries[i]));
    value = hn::Mul(hn::Mul(p, t), bell);
  }

  // g(a) = T(a) - a φ(a)  with φ(a) = exp(-a²/2) / √(2 π)
  HWY_INLINE HWY_ATTR FloatVec slope(FloatVec a) const {
    return hn::Sub(value, hn::Mul(a, hn::Mul(bell, constant(kPeak))));
  }

  FloatVec value, bell;  // T(a), exp(-a²/2)

 private:
  // a a - square, exactly. Without a fused multiply-add, a is split into two halves (Dekker 1971).
  static HWY_INLINE HWY_ATTR FloatVec square_error(FloatVec a, FloatVec square) {
#if HWY_NATIVE_FMA
    return hn::MulSub(a, a, square);
#else
    const hn::RebindToUnsigned<Floats> bits;
    const FloatVec high = hn::BitCast(Floats(), hn::And(hn::BitCast(bits, a), constant(kHighBits)));
    const FloatVec low = hn::Sub(a, high);
    return mul_add(low, hn::Add(a, high), hn::Sub(hn::Mul(high, high), square));
#endif
  }
};

// T(a) = e / (1 + e)  with e = exp(-a): the logistic function of -a.
struct SiluTail {
  static constexpr float kBound = 104;

  HWY_INLINE HWY_ATTR explicit SiluTail(FloatVec a) {
    const FloatVec e = exp_of_nonpositive(hn::Neg(a));
    const FloatVec sum = hn::Add(e, constant(kOne));
    value = hn::Div(e, sum);
    rest = hn::Div(constant(kOne), sum);
  }

  // g(a) = T - a T (1 - T)
  HWY_INLINE HWY_ATTR FloatVec slope(FloatVec a) const {
    return hn::Sub(value, hn::Mul(a, hn::Mul(value, rest)));
  }

  FloatVec value, rest;  // T, 1 - T
};

// T(a) = (1 - tanh(u)) / 2 = exp(-2u) / (1 + exp(-2u))  with 2u = 2 √(2/π) (a + 0.044715 a³)
struct GeluTanhTail {
  static constexpr float kBound = 11;
  static constexpr float kLinear = 1.59576912f, kCubic = 0.0713548163f;  // 2 √(2/π) 0.044715
  static constexpr float kSlopeCubic = 3 * kCubic;

  HWY_INLINE HWY_ATTR explicit GeluTanhTail(FloatVec a)
      : square(hn::Mul(a, a)),
        logistic(hn::Mul(a, mul_add(square, constant(kCubic), constant(kLinear)))) {
    value = logistic.value;
  }

  HWY_INLINE HWY_ATTR FloatVec slope(FloatVec a) const {
    // a d(2u)/da
    const FloatVec change = hn::Mul(a, mul_add(square, constant(kSlopeCubic), constant(kLinear)));
    return logistic.slope(change);
  }

  FloatVec square;
  SiluTail logistic;
  FloatVec value;
};

template <class Tail>
HWY_INLINE HWY_ATTR FloatVec bounded_magnitude(FloatVec x) {
  // Min may turn NaN into the bound. The callers pass NaN to the result by other means.
  return hn::Min(hn::Abs(x), constant(Tail::kBound));
}

template <class Tail>
HWY_INLINE HWY_ATTR void activate(float* x, Index n) {
  for (Index j = 0; j < n; j += kLanes) {
    const FloatVec v = load_up_to(x + j, n - j, 0), a = bounded_magnitude<Tail>(v);
    store_up_to(hn::Sub(positive_part(v), hn::Mul(a, Tail(a).value)), x + j, n - j);
  }
}

template <class Tail>
HWY_INLINE HWY_ATTR void activate_backward(const float* x, float* d, Index n) {
  const FloatVec zero = hn::Zero(Floats());
  for (Index j = 0; j < n; j += kLanes) {
    const FloatVec v = load_up_to(x + j, n - j, 0), d_y = load_up_to(d + j, n - j, 0);
    const FloatVec a = bounded_magnitude<Tail>(v), g = Tail(a).slope(a);
    FloatVec slope = hn::IfThenElse(hn::Le(v, zero), g, hn::Sub(constant(kOne), g));
    slope = hn::IfThenElse(hn::IsNaN(v), v, slope);
    store_up_to(hn::IfThenZeroElse(hn::Eq(d_y, zero), hn::Mul(slope, d_y)), d + j, n - j);
  }
}

void relu(float* x, Index n) {
  map_row(x, n, x, [](FloatVec v) HWY_ATTR { return positive_part(v); });
}
void gelu(float* x, Index n) { activate<GeluTail>(x, n); }
void gelu_tanh(float* x, Index n) { activate<GeluTanhTail>(x, n); }
void silu(float* x, Index n) { activate<SiluTail>(x, n); }

void relu_backward(const float* x, float* d, Index n) {
  map_rows(x, d, n, d, [](FloatVec v, FloatVec d_y) HWY_ATTR {
    return hn::IfThenZeroElse(hn::Le(v, hn::Zero(Floats())), d_y);
  });
}
void gelu_backward(const float* x, float* d, Index n) { activate_backward<GeluTail>(x, d, n); }
void gelu_tanh_backward(const float* x, float* d, Index n) {
  activate_backward<GeluTanhTail>(x, d, n);
}
void silu_backward(const float* x, float* d, Index n) { activate_backward<SiluTail>(x, d, n); }

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(relu);
void relu(float* x, Index n) { HWY_DYNAMIC_DISPATCH(relu)(x, n); }

HWY_EXPORT(gelu);
void gelu(float* x, Index n) { HWY_DYNAMIC_DISPATCH(gelu)(x, n); }

HWY_EXPORT(gelu_tanh);
void gelu_tanh(float* x, Index n) { HWY_DYNAMIC_DISPATCH(gelu_tanh)(x, n); }

HWY_EXPORT(silu);
void silu(float* x, Index n) { HWY_DYNAMIC_DISPATCH(silu)(x, n); }

HWY_EXPORT(relu_backward);
void relu_backward(const float* x, float* d, Index n) {
  HWY_DYNAMIC_DISPATCH(relu_backward)(x, d, n);
}

HWY_EXPORT(gelu_backward);
void gelu_backward(const float* x, float* d, Index n) {
  HWY_DYNAMIC_DISPATCH(gelu_backward)(x, d, n);
}

HWY_EXPORT(gelu_tanh_backward);
void gelu_tanh_backward(const float* x, float* d, Index n) {
  HWY_DYNAMIC_DISPATCH(gelu_tanh_backward)(x, d, n);
}

HWY_EXPORT(silu_backward);
void silu_backward(const float* x, float* d, Index n) {
  HWY_DYNAMIC_DISPATCH(silu_backward)(x, d, n);
}

}  // namespace attn
#endif  // HWY_ONCE
