// exp(x) for x <= 0, for a single number. The same as exp_of_nonpositive of exp-inl.h in one lane:
// bit for bit if the processor has no fused multiply-add, else within two units in the last place.
#pragma once

#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

// The constants of exp-inl.h, where they are explained.
namespace exp_constants {
inline constexpr float kVanishing = -103.98f;
inline constexpr float kLog2E = 1.44269504f;
inline constexpr float kRounder = 12582912.0f + 191.0f;
inline constexpr float kMinusLn2High = -0.693359375f, kMinusLn2Low = 2.12194440e-4f;
// The coefficients of r^6 down to r^2, then the constant term. The coefficient of r is 1.
inline constexpr float kSeries[] = {1.381455571e-3f, 8.368736133e-3f, 4.166838899e-2f,
                                    1.666652113e-1f, 4.999999404e-1f, 1};
inline constexpr float kUnbias = 0x1p-64f;
}  // namespace exp_constants

inline float exp_of_nonpositive(float x) {
  using namespace exp_constants;
  const float rounded = x * kLog2E + kRounder;
  const float n = rounded - kRounder;
  const float r = (x + n * kMinusLn2High) + n * kMinusLn2Low;
  const float square = r * r;
  float p = kSeries[0] * square + (kSeries[1] * r + kSeries[2]);
  p = p * square + (kSeries[3] * r + kSeries[4]);
  p = p * square + (r + kSeries[5]);
  const auto power = bit_cast<float>(bit_cast<std::uint32_t>(rounded) << 23);
  return (x < kVanishing ? 0 : p * power) * kUnbias;
}

}  // namespace attn
