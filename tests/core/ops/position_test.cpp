#include "ops/position.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.h"
#include "support/reference_positions.h"
#include "support/refusal.h"

namespace attn {
namespace {

std::vector<double> reference_positions(Index n, Index d_model) {
  std::vector<double> expected;
  for (Index pos = 0; pos < n; ++pos) {
    for (Index column = 0; column < d_model; ++column) {
      expected.push_back(reference::sinusoid(pos, column, d_model));
    }
  }
  return expected;
}

TEST(SinusoidalPositions, FirstIsSinesOfZeroAndCosinesOfZero) {
  EXPECT_EQ(sinusoidal_positions(1, 4), (Matrix(1, 4) << 0, 1, 0, 1).finished());
}

TEST(SinusoidalPositions, TheFirstPairAdvancesByOneRadianPerPosition) {
  const Matrix positions = sinusoidal_positions(2, 4);
  EXPECT_FLOAT_EQ(positions(1, 0), 0.84147098f);
  EXPECT_FLOAT_EQ(positions(1, 1), 0.54030231f);
  EXPECT_FLOAT_EQ(positions(1, 2), 0.00999983f);  // 10000^(2 / 4) = 100
}

class Positions : public testing::TestWithParam<std::tuple<Index, Index>> {};

TEST_P(Positions, MatchTheFormula) {
  const auto [n, d_model] = GetParam();
  EXPECT_TRUE(all_near(sinusoidal_positions(n, d_model), reference_positions(n, d_model), 1e-7));
}
INSTANTIATE_TEST_SUITE_P(Shapes, Positions,
                         testing::Combine(testing::Values(1, 6, 512),
                                          testing::Values(1, 2, 7, 64)));

TEST(SinusoidalPositions, StayExactAtLargePositions) {
  const Matrix positions = sinusoidal_positions(100001, 2);
  EXPECT_NEAR(positions(100000, 0), std::sin(100000.0), 1e-7);
  EXPECT_NEAR(positions(100000, 1), std::cos(100000.0), 1e-7);
}

TEST(SinusoidalPositions, AnOddWidthEndsWithASine) {
  const Matrix odd = sinusoidal_positions(5, 3);
  EXPECT_NEAR(odd(4, 2), std::sin(4 / std::pow(10000.0, 2.0 / 3)), 1e-7);
}

// TEST-CASES 42
TEST(SinusoidalPositions, RefuseASizeThatOverflows) {
  EXPECT_EQ(refusal([] { sinusoidal_positions(65536, 65536); }),
            "expected at most 2147483647 elements, got the shape [65536, 65536]");
  EXPECT_EQ(refusal([] { sinusoidal_positions(-1, 8); }),
            "expected extents of at least 0, got [-1, 8]");
}

}  // namespace
}  // namespace attn
