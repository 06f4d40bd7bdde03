#include "base/finite.h"

#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

bool all_finite(const float* x, Index n) {
  // An exponent of all ones is NaN or infinity. Integers, because compilers keep floating-point
  // reductions in order but are free to vectorise this one.
  constexpr std::uint32_t kExponent = 0x7f800000;
  std::uint32_t found = 0;
  for (Index j = 0; j < n; ++j) {
    found |= (bit_cast<std::uint32_t>(x[j]) & kExponent) == kExponent ? 1u : 0u;
  }
  return found == 0;
}

bool all_finite(ConstMatrixRef matrix) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    if (!all_finite(matrix.data() + i * matrix.outerStride(), matrix.cols())) return false;
  }
  return true;
}

float largest_magnitude(const float* x, Index n) {
  // Without their sign, floats are ordered as the integers of the same bits, NaN above infinity.
  std::int32_t largest = 0;
  for (Index j = 0; j < n; ++j) {
    const std::int32_t magnitude = bit_cast<std::int32_t>(x[j]) & 0x7fffffff;
    largest = magnitude > largest ? magnitude : largest;
  }
  return bit_cast<float>(largest);
}

}  // namespace attn
