// Scalar twins of the activations: the same operations as kernels/activations.cpp in the same
// order, one float at a time. Each tail struct computes T(a) of kernels/activations.h and its
// slope.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "support/scalar_twin.h"

namespace attn::twin {

struct GeluTail {
  static constexpr float kBound = 15;

  GeluTail(const Target& target, float a) {
    const float square = a * a;
    const float e = target.exp(square * -0.5f);
    bell = target.mul_add(square_error(target, a, square) * -0.5f, e, e);
    const float t = 1 / target.mul_add(a, 0.35f, 1);
    constexpr float kSeries[] = {-2.914875373e-2f, 1.439842433e-1f,  -2.557376325e-1f,
                                 1.591979265e-1f,  -2.312422171e-2f, 1.05513297e-1f,
                                 1.198317111e-1f,  1.398619920e-1f,  1.396213919e-1f};
    float p = kSeries[0];
    for (int i = 1; i < 9; ++i) p = target.mul_add(p, t, kSeries[i]);
    value = p * t * bell;
  }
  float slope(const Target&, float a) const { return value - a * (bell * 0.398942280f); }

  float value, bell;

 private:
  // wasm has no fused multiply-subtract, not even with relaxed SIMD.
  static float square_error(const Target& target, float a, float square) {
    if (target.fuses && kChoosesTarget) return std::fma(a, a, -square);
    const float high = bit_cast<float>(bit_cast<std::uint32_t>(a) & 0xfffff000u), low = a - high;
    return target.mul_add(low, a + high, high * high - square);
  }
};

struct SiluTail {
  static constexpr float kBound = 104;

  SiluTail(const Target& target, float a) {
    const float e = target.exp(-a);
    value = e / (e + 1);
    rest = 1 / (e + 1);
  }
  float slope(const Target&, float a) const { return value - a * (value * rest); }

  float value, rest;
};

struct GeluTanhTail {
  static constexpr float kBound = 11, kLinear = 1.59576912f, kCubic = 0.0713548163f;

  GeluTanhTail(const Target& target, float a)
      : square(a * a),
        logistic(target, a * target.mul_add(square, kCubic, kLinear)),
        value(logistic.value) {}
  float slope(const Target& target, float a) const {
    return logistic.slope(target, a * target.mul_add(square, 3 * kCubic, kLinear));
  }

  float square;
  SiluTail logistic;
  float value;
};

inline float positive_part(float x) { return x <= 0 ? 0 : x; }

template <class Tail>
float activate(const Target& target, float x) {
  const float size = std::abs(x), a = size < Tail::kBound ? size : Tail::kBound;
  return positive_part(x) - a * Tail(target, a).value;
}

// d_y f'(x)
template <class Tail>
float activate_backward(const Target& target, float x, float d_y) {
  if (d_y == 0) return 0;
  if (std::isnan(x)) return x;
  const float size = std::abs(x), a = std::min(size, Tail::kBound);
  const float g = Tail(target, a).slope(target, a);
  return (x <= 0 ? g : 1 - g) * d_y;
}

inline float relu(const Target&, float x) { return positive_part(x); }
inline float relu_backward(const Target&, float x, float d_y) { return x <= 0 ? 0 : d_y; }

}  // namespace attn::twin
