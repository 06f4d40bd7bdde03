#include "base/finite.h"

#include <algorithm>
#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

bool all_finite(const float* x, Index n) { return largest_magnitude(x, n) < kInfinity; }

bool all_finite(ConstMatrixRef matrix) {
  const bool is_one_row = matrix.outerStride() == matrix.cols();
  const Index rows = is_one_row ? 1 : matrix.rows();
  const Index columns = is_one_row ? matrix.size() : matrix.cols();
  for (Index i = 0; i < rows; ++i) {
    if (!all_finite(matrix.data() + i * matrix.outerStride(), columns)) return false;
  }
  return true;
}

float largest_magnitude(const float* x, Index n) {
  // Without the sign bit, floats order like the integers with the same bits, with NaN above
  // infinity. Compilers may vectorize an integer reduction, but not a floating-point one.
  std::int32_t largest = 0;
  for (Index j = 0; j < n; ++j) {
    const std::int32_t magnitude = bit_cast<std::int32_t>(x[j]) & 0x7fffffff;
    largest = magnitude > largest ? magnitude : largest;
  }
  return bit_cast<float>(largest);
}

bool all_zero(const float* x, Index n) {
  return std::all_of(x, x + n, [](float element) { return element == 0; });
}

}  // namespace attn
