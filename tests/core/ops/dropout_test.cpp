#include "ops/dropout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/refusal.h"

namespace attn {
namespace {

std::vector<float> factors(const Dropout& dropout, std::uint64_t stream, Index n) {
  std::vector<float> all(static_cast<std::size_t>(n));
  dropout_factors(dropout, stream, n, all.data());
  return all;
}

// TEST-CASES 37
TEST(Dropout, KeepsTheExpectation) {
  const Index n = 100000;
  for (const double p : {0.1, 0.5, 0.9}) {
    double sum = 0;
    Index dropped = 0;
    for (const float factor : factors({p, 3}, 0, n)) {
      if (factor != 0) {
        ASSERT_FLOAT_EQ(factor, static_cast<float>(1 / (1 - p)));
      }
      dropped += factor == 0;
      sum += factor;
    }
    const double deviation = std::sqrt(p * (1 - p) * static_cast<double>(n));
    EXPECT_NEAR(static_cast<double>(dropped), p * static_cast<double>(n), 4 * deviation);
    EXPECT_NEAR(sum, static_cast<double>(n), 4 * deviation / (1 - p));
  }
}

// TEST-CASES 37
TEST(Dropout, WithProbabilityZeroChangesNothing) {
  EXPECT_EQ(factors({0, 1}, 0, 9), std::vector<float>(9, 1.0f));
}

// TEST-CASES 38, for dropout
TEST(Dropout, TheSameSeedAndStreamDropTheSameElements) {
  const Dropout dropout{0.5, 7};
  EXPECT_EQ(factors(dropout, 2, 64), factors(dropout, 2, 64));
}

// Training adds the step to its seed, and the heads of a batch draw from neighboring streams.
TEST(Dropout, NeighboringSeedsAndStreamsAgreeInHalfOfTheElements) {
  const Index n = 100000;
  const auto first = factors({0.5, 7}, 2, n);
  const double deviation = std::sqrt(0.25 * static_cast<double>(n));
  for (const auto& other : {factors({0.5, 7}, 3, n), factors({0.5, 8}, 2, n)}) {
    Index agree = 0;
    for (std::size_t i = 0; i < first.size(); ++i) agree += first[i] == other[i];
    EXPECT_NEAR(static_cast<double>(agree), 0.5 * static_cast<double>(n), 4 * deviation);
  }
}

// Exact, both natively and in wasm.
TEST(Dropout, GivesTheSameBitsOnEveryTarget) {
  std::string pattern;
  for (const float factor : factors({0.5, 7}, 2, 24)) pattern += factor == 0 ? '.' : '2';
  EXPECT_EQ(pattern, "22.2.....222.2.22222..2.");
}

TEST(Dropout, RefusesAnInvalidProbability) {
  EXPECT_EQ(refusal([] { check_dropout({1, 0}); }),
            "expected a dropout probability of at least 0 and below 1, got 1");
  EXPECT_EQ(refusal([] { check_dropout({-0.25, 0}); }),
            "expected a dropout probability of at least 0 and below 1, got -0.25");
  EXPECT_EQ(refusal([] { factors({std::numeric_limits<double>::quiet_NaN(), 0}, 0, 3); }),
            "expected a dropout probability of at least 0 and below 1, got NaN");
}

}  // namespace
}  // namespace attn
