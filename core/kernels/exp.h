// exp(x) for x <= 0, the half of the axis that softmax needs, without a call or a branch, so that a
// loop over it vectorises on every target and gives the same bits on each.
//
//   exp(x) = 2^n exp(r)   with n = round(x / ln 2), |r| <= ln(2) / 2
//
// exp(r) is Cephes' polynomial (S. Moshier, expf.c); the result is within 2 units in the last
// place. exp(0) is exactly 1; below -103.98, and for -inf, it is 0, as rounding would make it.
#pragma once

#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

inline float exp_of_nonpositive(float x) {
  // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the mantissa.
  constexpr float kRounder = 12582912.0f;
  const bool vanishes = x < -103.98f;
  const float clamped = vanishes ? -103.98f : x;
  const float rounded = clamped * 1.44269504f + kRounder;
  const float n = rounded - kRounder;
  const std::int32_t exponent = bit_cast<std::int32_t>(rounded) - bit_cast<std::int32_t>(kRounder);

  // ln 2 in two parts: n times the first, 355/512, is exact.
  const float r = (clamped - n * 0.693359375f) - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;

  // 2^n as a product of two powers: alone it may be too small for a normal number.
  const std::int32_t half = exponent >> 1;
  const float first = bit_cast<float>((half + 127) << 23);
  const float second = bit_cast<float>((exponent - half + 127) << 23);
  // An excluded key takes this select, and not an underflow, which processors are slow at.
  return p * first * (vanishes ? 0.0f : second);
}

}  // namespace attn
