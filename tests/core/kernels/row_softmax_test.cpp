#include "kernels/row_softmax.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/finite.h"
#include "base/random.h"
#include "support/near.h"
#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

using twin::GuardedRow;
using Floats = std::vector<float>;

Index signed_size(const Floats& x) { return static_cast<Index>(x.size()); }

Floats normal_row(std::size_t n, double scale, std::uint64_t seed) {
  Random random(seed, n);
  Floats x(n);
  for (float& each : x) each = static_cast<float>(scale * random.normal());
  return x;
}

// Scores around 0, some excluded, some whose exponentials underflow or are denormal.
Floats scores_row(std::size_t n) {
  Floats x = normal_row(n, 3, 1);
  const float special[] = {-kInfinity, -1e30f, -104, -103, -95, 1e-40f};
  for (std::size_t j = 2; j < n; j += 3) x[j] = special[j / 3 % 6];
  return x;
}

class RowSoftmax : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
  const twin::Target twin_{GetParam()};

  // Sums each lane separately, block by block.
  float sum_of(const Floats& y) const {
    Floats total(twin_.lanes), block(twin_.lanes);
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t lane = j % twin_.lanes;
      block[lane] += y[j];
      if (j % kBlock < kBlock - twin_.lanes && j + twin_.lanes < y.size()) continue;
      total[lane] += block[lane];
      block[lane] = 0;
    }
    return twin_.sum_of_lanes(total);
  }

  // The rounding error of a sum of n numbers, relative to the sum of their magnitudes.
  double sum_tolerance(std::size_t n) const {
    return 0x1p-24 * static_cast<double>(std::min(n, kBlock) / twin_.lanes + n / kBlock + 6);
  }

  static constexpr std::size_t kBlock = 512;
};
INSTANTIATE_TEST_SUITE_P(Targets, RowSoftmax, testing::ValuesIn(targets()));

// TEST-CASES 39, 40
TEST_P(RowSoftmax, PeakIsTheMaximumAtEveryLengthAndOffset) {
  EXPECT_EQ(row_peak(nullptr, 0).max, -kInfinity);
  EXPECT_TRUE(row_peak(nullptr, 0).finite);
  for (std::size_t n = 1; n <= twin::kMaxLength; ++n) {
    Floats x = scores_row(n);
    for (std::size_t offset = 0; offset < 3; ++offset) {
      GuardedRow row(x, offset);
      EXPECT_EQ(row_peak(row.data(), signed_size(x)).max, *std::max_element(x.begin(), x.end()));
    }
    for (std::size_t at = 0; at < n; ++at) {
      for (const float special : {kNaN, -kNaN, kInfinity, -kInfinity, 1e38f}) {
        Floats one = x;
        one[at] = special;
        GuardedRow row(one, 1);
        const RowPeak peak = row_peak(row.data(), signed_size(x));
        ASSERT_EQ(peak.finite, special < kInfinity) << special << " at " << at << " of " << n;
        if (peak.finite) {
          ASSERT_EQ(peak.max, *std::max_element(one.begin(), one.end())) << at << " of " << n;
        }
      }
    }
  }
}

// TEST-CASES 39, 40
TEST_P(RowSoftmax, ExponentialsAndTheirSumMatchTheScalarTwinBitForBit) {
  std::vector<std::size_t> lengths = {511, 512, 513, 530, 1023, 1024, 1025, 1559};
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) lengths.push_back(n);
  for (const std::size_t n : lengths) {
    const Floats x = scores_row(n);
    const float max = n == 0 ? 0 : *std::max_element(x.begin(), x.end());
    for (const float temperature : {1.0f, 0.3f}) {
      Floats expected;
      for (const float each : x) {
        expected.push_back(twin_.exp(temperature == 1 ? each - max : (each - max) / temperature));
      }
      for (std::size_t offset = 0; offset < 5; ++offset) {
        GuardedRow from(x, offset), to(n, 4 - offset);
        const float sum =
            row_exponentials(from.data(), signed_size(x), max, temperature, to.data());
        ASSERT_TRUE(same_bits(to.values(), expected)) << n << " at " << offset;
        ASSERT_TRUE(to.guards_are_untouched());
        ASSERT_TRUE(same_bits(from.values(), x));
        ASSERT_EQ(sum, sum_of(expected)) << n;
        ASSERT_EQ(row_exponentials(from.data(), signed_size(x), max, temperature, from.data()),
                  sum);
        ASSERT_TRUE(same_bits(from.values(), expected)) << "in place";
      }
    }
  }
}

TEST_P(RowSoftmax, TheSumOfExponentialsMatchesDouble) {
  for (const std::size_t n : {1u, 2u, 7u, 16u, 33u, 511u, 512u, 513u, 1559u, 10000u}) {
    const Floats x = scores_row(n);
    const float max = *std::max_element(x.begin(), x.end());
    for (const float temperature : {1.0f, 0.3f, 2.0f}) {
      double exact = 0, element_tolerance = 0;
      for (const float each : x) {
        const double below = (static_cast<double>(each) - max) / temperature;
        exact += std::exp(below);
        // Allows two ulps of the result, and half an ulp of the argument for each of two roundings.
        if (each != -kInfinity) element_tolerance += std::exp(below) * (4 - 2 * below) * 0x1p-24;
      }
      Floats y(n);
      const double sum = row_exponentials(x.data(), signed_size(x), max, temperature, y.data());
      EXPECT_TRUE(twin::is_within(sum, exact, element_tolerance + sum_tolerance(n) * exact))
          << n << ": expected " << exact << ", got " << sum;
    }
  }
}

TEST_P(RowSoftmax, ALongRowSumsToOneInDouble) {
  for (const std::size_t n : {509u, 4096u, 10000u}) {
    Floats y = normal_row(n, 4, 2);
    const RowPeak peak = row_peak(y.data(), signed_size(y));
    divide_row(y.data(), signed_size(y),
               row_exponentials(y.data(), signed_size(y), peak.max, 1, y.data()));
    double sum = 0;
    for (const float each : y) sum += each;
    EXPECT_NEAR(sum, 1, 1e-6) << n;
  }
}

// TEST-CASES 39, 40, 44
TEST_P(RowSoftmax, DivisionIsTheNearestFloatToTheQuotient) {
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
    const Floats x = twin::with_special_values(normal_row(n, 1, 3), n);
    for (const float divisor : {1.7f, 3e38f, 1e-40f, 0.0f, kInfinity, kNaN}) {
      Floats expected;
      for (const float each : x) expected.push_back(each / divisor);
      for (const std::size_t offset : {0u, 1u, 6u, 15u}) {
        GuardedRow row(x, offset);
        divide_row(row.data(), signed_size(x), divisor);
        ASSERT_TRUE(same_bits(row.values(), expected)) << n << " by " << divisor;
        ASSERT_TRUE(row.guards_are_untouched());
      }
    }
  }
}

// TEST-CASES 15, 39, 40, 44
TEST_P(RowSoftmax, BackwardMatchesTheScalarTwinBitForBitAndDoubleWithinRounding) {
  for (std::size_t n = 0; n <= 5 * 16 + 3; ++n) {
    Floats weights = normal_row(n, 1, 4), d_weights = normal_row(n, 1, 5);
    for (std::size_t j = 1; j < n; j += 3) {
      weights[j] = j % 2 == 0 ? 0.0f : -0.0f;
      d_weights[j] = j % 2 == 0 ? kNaN : kInfinity;
    }
    for (std::size_t j = 2; j < n; j += 6) (j % 4 == 0 ? weights : d_weights)[j] = -3e-41f;
    if (n % 8 == 7) d_weights[n / 3 * 3 - 3] = -kInfinity;  // where the weight is not 0
    const auto is_used = [&](std::size_t j) { return weights[j] != 0; };
    const float mean = twin_.sum(n, 2, 1, [&](std::size_t j, float sum) {
      return twin_.mul_add(weights[j], is_used(j) ? d_weights[j] : 0, sum);
    });
    Floats expected(n);
    double exact_mean = 0, size = 0;
    for (std::size_t j = 0; j < n; ++j) {
      expected[j] = is_used(j) ? weights[j] * (d_weights[j] - mean) : 0;
      if (!is_used(j)) continue;
      const double product = static_cast<double>(weights[j]) * d_weights[j];
      exact_mean += product;
      size += std::abs(product);
    }
    for (std::size_t offset = 0; offset < 16; offset += 3) {
      GuardedRow w(weights, offset), d(d_weights, 15 - offset);
      const Index n_columns = signed_size(weights);
      ASSERT_EQ(mean_d_weight(w.data(), d.data(), n_columns), mean) << n;
      row_d_scores(w.data(), d.data(), n_columns, mean, d.data());
      ASSERT_TRUE(same_bits(d.values(), expected));
      ASSERT_TRUE(d.guards_are_untouched());
    }
    ASSERT_TRUE(twin::is_within(mean, exact_mean, sum_tolerance(n) * size)) << n;
    for (std::size_t j = 0; j < n; ++j) {
      const double exact = is_used(j) ? weights[j] * (double{d_weights[j]} - mean) : 0;
      ASSERT_TRUE(twin::is_within(expected[j], exact, std::abs(exact) * 0x1p-23 + 0x1p-149));
    }
  }
}

}  // namespace
}  // namespace attn
