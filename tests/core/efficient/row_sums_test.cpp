#include "efficient/row_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

std::vector<float> normal_row(std::size_t n, std::uint64_t seed) {
  Random random(seed, n);
  std::vector<float> x(n);
  for (float& each : x) each = static_cast<float>(random.normal());
  return x;
}

// The sums of each eighth element, added in pairs.
float twin_dot(const std::vector<float>& a, const std::vector<float>& b) {
  float sums[8] = {};
  for (std::size_t c = 0; c < a.size(); ++c) sums[c % 8] += a[c] * b[c];
  for (const int lanes : {4, 2, 1}) {
    for (int i = 0; i < lanes; ++i) sums[i] = sums[2 * i] + sums[2 * i + 1];
  }
  return sums[0];
}

// TEST-CASES 39, 40, 44
TEST(RowSums, DotIsTheTwinsToTheBitAndThatOfDoubles) {
  for (std::size_t n = 0; n <= twin::kMostLength; ++n) {
    const std::vector<float> b = normal_row(n, 2);
    std::vector<float> a = normal_row(n, 1), denormal = a, one_infinity = a;
    for (float& each : denormal) each *= 1e-39f;
    if (n > 0) one_infinity[n / 2] = -kInfinity;
    for (const auto& x : {a, denormal, one_infinity, twin::with_odd_numbers(a, n)}) {
      double exact = 0, size = 0;  // the magnitudes, of what is finite
      for (std::size_t c = 0; c < n; ++c) {
        const double product = static_cast<double>(x[c]) * b[c];
        exact += product;
        if (std::isfinite(product)) size += std::abs(product);
      }
      const std::vector<float> expected = {twin_dot(x, b)};
      const double roundings = static_cast<double>(n) / 8 + 5;
      const double allowed = roundings * 0x1p-24 * size + static_cast<double>(n) * 0x1p-149;
      const bool may_overflow = size > std::numeric_limits<float>::max();
      EXPECT_TRUE(may_overflow || twin::is_within(expected[0], exact, allowed)) << n;
      for (std::size_t offset = 0; offset < 16; ++offset) {
        twin::GuardedRow x_row(x, offset), b_row(b, offset * 5 % 16);
        const float got = dot(x_row.data(), b_row.data(), static_cast<Index>(n));
        EXPECT_TRUE(twin::same_bits(std::vector<float>{got}, expected)) << n;
      }
    }
  }
}

// TEST-CASES 39, 40, 44
TEST(RowSums, AddScaledRoundsTheProductAndThenTheSum) {
  for (std::size_t n = 0; n <= twin::kMostLength; ++n) {
    for (const float factor : {0.3f, -1e-40f, 0.0f, -1.0f, kInfinity}) {
      const std::vector<float> x = twin::with_odd_numbers(normal_row(n, 1), n);
      const std::vector<float> sum = twin::with_odd_numbers(normal_row(n, 2), n / 2);
      std::vector<float> expected = sum;
      for (std::size_t c = 0; c < n; ++c) {
        const double exact = sum[c] + static_cast<double>(factor) * x[c];
        const float product = factor * x[c];
        expected[c] += product;
        const double allowed = 0x1p-24 * (std::abs(product) + std::abs(exact)) + 0x1p-149;
        const bool overflows = std::isfinite(exact) && std::isinf(expected[c]);
        EXPECT_TRUE(overflows || twin::is_within(expected[c], exact, allowed)) << c;
      }
      for (std::size_t offset = 0; offset < 16; ++offset) {
        twin::GuardedRow from(x, offset), to(sum, offset * 5 % 16);
        add_scaled(factor, from.data(), static_cast<Index>(n), to.data());
        EXPECT_TRUE(twin::same_bits(to.values(), expected)) << n << " by " << factor;
        EXPECT_TRUE(to.guards_are_untouched());
      }
    }
  }
}

}  // namespace
}  // namespace attn
