#include "kernels/activations.h"

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/activations.cpp"
#include <hwy/foreach_target.h>

#include <cstdint>
#include <limits>

#include "kernels/exp-inl.h"
#include "kernels/row_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

constexpr float kOne = 1, kMinusHalf = -0.5f;
constexpr float kLeast = std::numeric_limits<float>::denorm_min();

// What is above 0 stays, and NaN; -0 becomes 0. Compared with the least positive number, since a
// choice between the numbers that are compared is taken by LLVM 19 for wasm's pmax, which leaves
// -0.
HWY_INLINE HWY_ATTR FloatVec positive_part(FloatVec x) {
  return hn::IfThenZeroElse(hn::Lt(x, constant(kLeast)), x);
}

// Q(a) = 1 - Φ(a) = exp(-a²/2) R(a), R(a) = t P(t) with t = 1 / (1 + 0.35 a): P has degree 8 and
// the least relative error, 2^-24.
struct GeluTail {
  static constexpr float kBound = 15;  // where exp(-a²/2) is 0
  static constexpr float kNearness = 0.35f;
  static constexpr std::uint32_t kHighBits = 0xfffff000u;
  static constexpr float kSeries[] = {-2.914875373e-2f, 1.439842433e-1f,  -2.557376325e-1f,
                                      1.591979265e-1f,  -2.312422171e-2f, 1.05513297e-1f,
                                      1.198317111e-1f,  1.398619920e-1f,  1.396213919e-1f};
  static constexpr float kPeak = 0.398942280f;  // 1 / √(2 π)

  HWY_INLINE HWY_ATTR explicit GeluTail(FloatVec a) {
    const FloatVec square = hn::Mul(a, a);
    // The square's own rounding, which exp would make many units of: exp(-e/2) = 1 - e/2.
    const FloatVec lost = square_error(a, square);
    const FloatVec e = exp_of_nonpositive(hn::Mul(square, constant(kMinusHalf)));
    bell = mul_add(hn::Mul(lost, constant(kMinusHalf)), e, e);
    const FloatVec t = hn::Div(constant(kOne), mul_add(a, constant(kNearness), constant(kOne)));
    FloatVec p = constant(kSeries[0]);
    for (int i = 1; i < 9; ++i) p = mul_add(p, t, constant(kSeries[i]));
    value = hn::Mul(hn::Mul(p, t), bell);
  }

  // T' = -φ, and φ(a) = exp(-a²/2) / √(2 π)
  HWY_INLINE HWY_ATTR FloatVec slope(FloatVec a) const {
    return hn::Sub(value, hn::Mul(a, hn::Mul(bell, constant(kPeak))));
  }

  FloatVec value, bell;

 private:
  // a a - square, exactly. Without a fused multiply-add by the halves of a (Dekker 1971).
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

// T = e / (1 + e), e = exp(-a): the logistic function of -a.
struct SiluTail {
  static constexpr float kBound = 104;

  HWY_INLINE HWY_ATTR explicit SiluTail(FloatVec a) {
    const FloatVec e = exp_of_nonpositive(hn::Neg(a));
    const FloatVec sum = hn::Add(e, constant(kOne));
    value = hn::Div(e, sum);
    rest = hn::Div(constant(kOne), sum);
  }

  // T' = -T (1 - T)
  HWY_INLINE HWY_ATTR FloatVec slope(FloatVec a) const {
    return hn::Sub(value, hn::Mul(a, hn::Mul(value, rest)));
  }

  FloatVec value, rest;  // T, 1 - T
};

// (1 - tanh(u)) / 2 = exp(-2u) / (1 + exp(-2u)), 2u = 2 √(2/π) (a + 0.044715 a³)
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
    const FloatVec steep = hn::Mul(a, mul_add(square, constant(kSlopeCubic), constant(kLinear)));
    return logistic.slope(steep);
  }

  FloatVec square;
  SiluTail logistic;
  FloatVec value;
};

template <class Tail>
HWY_INLINE HWY_ATTR FloatVec size_of(FloatVec x) {
  // min(bound, NaN): the value is lost to the bound or not, and NaN comes of max(x, 0) anyhow.
  return hn::Min(hn::Abs(x), constant(Tail::kBound));
}

template <class Tail>
HWY_INLINE HWY_ATTR void activate(float* x, Index n) {
  for (Index j = 0; j < n; j += kLanes) {
    const FloatVec v = load_up_to(x + j, n - j, 0), a = size_of<Tail>(v);
    store_up_to(hn::Sub(positive_part(v), hn::Mul(a, Tail(a).value)), x + j, n - j);
  }
}

template <class Tail>
HWY_INLINE HWY_ATTR void activate_backward(const float* x, float* d, Index n) {
  const FloatVec zero = hn::Zero(Floats());
  for (Index j = 0; j < n; j += kLanes) {
    const FloatVec v = load_up_to(x + j, n - j, 0), d_y = load_up_to(d + j, n - j, 0);
    const FloatVec a = size_of<Tail>(v), g = Tail(a).slope(a);
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
