#include "kernels/layer_norm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "support/near.h"
#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

using Floats = std::vector<float>;

Floats normal_row(std::size_t n, std::uint64_t seed) {
  Random random(seed, n);
  Floats x(n);
  for (float& each : x) each = static_cast<float>(random.normal());
  return x;
}

class NormRows : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
  const double mean_ = 0.25, scale_ = 1.75;
};
INSTANTIATE_TEST_SUITE_P(Targets, NormRows, testing::ValuesIn(targets()));

// TEST-CASES 39, 40
TEST_P(NormRows, SumsMatchDoubleSums) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    const Floats x = normal_row(n, 1);
    double sum = 0, squares = 0;
    for (const float each : x) sum += each;
    for (const float each : x) squares += (each - mean_) * (each - mean_);
    for (std::size_t offset = 0; offset < 3; ++offset) {
      twin::GuardedRow row(x, offset);
      EXPECT_NEAR(row_sum(row.data(), static_cast<Index>(n)), sum, 1e-13);
      EXPECT_NEAR(row_square_sum(row.data(), static_cast<Index>(n), mean_), squares, 1e-12);
    }
  }
}

TEST_P(NormRows, TheSumOfEqualElementsIsExact) {
  for (const float value : {0.1f, -7e-42f, 3.4e38f}) {
    for (std::size_t n = 1; n < 100; ++n) {
      const Floats x(n, value);
      const double sum = row_sum(x.data(), static_cast<Index>(n));
      EXPECT_EQ(sum / static_cast<double>(n), value);
      EXPECT_EQ(row_square_sum(x.data(), static_cast<Index>(n), value), 0);
    }
  }
}

// TEST-CASES 39, 40, 44
TEST_P(NormRows, MatchTheScalarTwinBitForBit) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    const Floats gamma = normal_row(n, 3), beta = normal_row(n, 4);
    for (const Floats& x : {normal_row(n, 2), twin::with_special_values(normal_row(n, 2), n)}) {
      Floats plain, shifted;
      for (std::size_t c = 0; c < n; ++c) {
        const double scaled = (x[c] - mean_) * scale_ * gamma[c];
        plain.push_back(static_cast<float>(scaled));
        shifted.push_back(static_cast<float>(scaled + beta[c]));
      }
      for (std::size_t offset = 0; offset < 16; offset += 3) {
        twin::GuardedRow from(x, offset), to(n, 15 - offset);
        twin::GuardedRow gamma_row(gamma, offset * 5 % 16), beta_row(beta, offset * 7 % 16);
        const Index size = static_cast<Index>(n);
        normalize_row(from.data(), size, mean_, scale_, gamma_row.data(), nullptr, to.data());
        ASSERT_TRUE(same_bits(to.values(), plain)) << n;
        normalize_row(from.data(), size, mean_, scale_, gamma_row.data(), beta_row.data(),
                      to.data());
        ASSERT_TRUE(same_bits(to.values(), shifted)) << n;
        ASSERT_TRUE(to.guards_are_untouched());
      }
    }
  }
}

// TEST-CASES 39, 40, 44
TEST_P(NormRows, BackwardMatchesTheScalarTwinBitForBit) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    for (const bool has_odd : {false, true}) {
      Floats x = normal_row(n, 5), gamma = normal_row(n, 6), d_y = normal_row(n, 7);
      if (has_odd) {
        x = twin::with_special_values(x, n);
        d_y = twin::with_special_values(d_y, n / 2);
        for (std::size_t c = 1; c < n; c += 5) gamma[c] = -1e-41f;
      }
      const std::vector<double> d_gamma(n, 0.5), d_beta(n, -0.5);
      std::vector<double> expected_d_gamma = d_gamma, expected_d_beta = d_beta;
      const double g_mean = 0.125, g_z_mean = -0.375;
      double g_sum = 0, g_z_sum = 0, largest = 0;
      Floats expected;
      for (std::size_t c = 0; c < n; ++c) {
        const double z = (x[c] - mean_) * scale_, d = d_y[c], g = d * gamma[c];
        expected_d_gamma[c] += d * z;
        expected_d_beta[c] += d;
        g_sum += g;
        g_z_sum += g * z;
        largest = std::max({largest, std::abs(g), std::abs(g * z)});
        expected.push_back(static_cast<float>(scale_ * (g - g_mean - z * g_z_mean)));
      }
      const Index size = static_cast<Index>(n);
      for (std::size_t offset = 0; offset < 16; offset += 5) {
        twin::GuardedRow row(x, offset), d_row(d_y, 15 - offset), to(n, offset * 3 % 16);
        twin::GuardedRow gamma_row(gamma, offset * 7 % 16);
        twin::GuardedRow d_gamma_row(d_gamma, offset % 8), d_beta_row(d_beta, 7 - offset % 8);
        const NormSums sums =
            normalize_row_backward_sums(row.data(), d_row.data(), size, mean_, scale_,
                                        gamma_row.data(), d_gamma_row.data(), d_beta_row.data());
        const double allowed = largest < 100 ? 1e-12 : 1e-14 * largest;
        EXPECT_TRUE(twin::is_within(sums.g, g_sum, allowed)) << n;
        EXPECT_TRUE(twin::is_within(sums.g_z, g_z_sum, allowed)) << n;
        ASSERT_TRUE(same_bits(d_gamma_row.values(), expected_d_gamma)) << n;
        ASSERT_TRUE(same_bits(d_beta_row.values(), expected_d_beta)) << n;
        normalize_row_backward(row.data(), d_row.data(), size, mean_, scale_, gamma_row.data(),
                               g_mean, g_z_mean, to.data());
        ASSERT_TRUE(same_bits(to.values(), expected)) << n;
        ASSERT_TRUE(to.guards_are_untouched() && d_gamma_row.guards_are_untouched() &&
                    d_beta_row.guards_are_untouched());
      }
    }
  }
}

}  // namespace
}  // namespace attn
