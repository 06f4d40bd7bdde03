#include "ops/rotary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "support/near.h"
#include "support/reference_positions.h"
#include "support/refusal.h"
#include "support/rotate.h"

namespace attn {
namespace {

TEST(Rotary, MatchesAHandComputedExample) {
  // d_head 4: the first pair rotates by one radian per position, the second by base^(-1/2) = 0.1
  // radian.
  const RotaryConfig halves{100, false}, pairs{100, true};
  Matrix x(2, 4);
  x << 1, 0, 0, 1, 1, 0, 0, 1;
  const double c = std::cos(1.0), s = std::sin(1.0), c2 = std::cos(0.1), s2 = std::sin(0.1);
  rotate(halves, 0, x);
  EXPECT_TRUE(all_near(x, {1, 0, 0, 1, c, -s2, s, c2}, 1e-7));
  x << 1, 0, 0, 1, 1, 0, 0, 1;
  rotate(pairs, 0, x);
  EXPECT_TRUE(all_near(x, {1, 0, 0, 1, c, s, -s2, c2}, 1e-7));
}

class RotaryLayouts : public testing::TestWithParam<bool> {};

TEST_P(RotaryLayouts, MatchTheFormulaAtEveryPosition) {
  for (const double base : {10000.0, 500.0, 1.0}) {
    const RotaryConfig config{base, GetParam()};
    for (const Index first : {Index{0}, Index{5}, Index{63}, Index{4000}, Index{-70}}) {
      Random random(1);
      Matrix x = normal_matrix(70, 8, 1, random);
      std::vector<double> expected(x.data(), x.data() + x.size());
      for (Index i = 0; i < 70; ++i) {
        reference::rotate(expected.data() + i * 8, 8, first + i, config);
      }
      rotate(config, first, x);
      EXPECT_TRUE(all_near(x, expected, 1e-6)) << "base " << base << ", first " << first;
    }
  }
}

TEST_P(RotaryLayouts, ScoresDependOnlyOnTheDistance) {
  const RotaryConfig config{10000, GetParam()};
  Random random(2);
  const Matrix q = normal_matrix(1, 16, 1, random), k = normal_matrix(1, 16, 1, random);
  const auto score = [&](Index at_q, Index at_k) {
    Matrix turned_q = q, turned_k = k;
    rotate(config, at_q, turned_q);
    rotate(config, at_k, turned_k);
    return turned_q.row(0).dot(turned_k.row(0));
  };
  for (const Index distance : {0, 1, 7, 100}) {
    for (const Index moved : {1, 64, 1000}) {
      EXPECT_NEAR(score(distance, 0), score(distance + moved, moved), 2e-5);
    }
  }
  EXPECT_GT(std::abs(score(0, 0) - score(3, 0)), 1e-3);
}

TEST_P(RotaryLayouts, RotatingBackRestoresTheInput) {
  const RotaryConfig config{10000, GetParam()};
  Random random(3);
  const Matrix x = normal_matrix(9, 6, 1, random);
  Matrix turned = x;
  rotate(config, 100, turned);
  EXPECT_FALSE(turned.isApprox(x, 0.1f));
  rotate_back(config, 100, turned);
  EXPECT_TRUE(turned.isApprox(x, 1e-6f));
}

// TEST-CASES 46
TEST_P(RotaryLayouts, APositionRotatesBitIdenticallyWhateverTheFirstPosition) {
  const RotaryConfig config{10000, GetParam()};
  Random random(4);
  const Matrix x = normal_matrix(200, 4, 1, random);
  Matrix rotated = x;
  rotate(config, 0, rotated);
  for (const Index first : {1, 63, 64, 65, 127, 130}) {
    Matrix part = x.bottomRows(200 - first);
    rotate(config, first, part);
    EXPECT_EQ(part, rotated.bottomRows(200 - first)) << "first " << first;
  }
}
INSTANTIATE_TEST_SUITE_P(Both, RotaryLayouts, testing::Bool());

// TEST-CASES 40
TEST(Rotary, RotatesInPlaceInsideALargerMatrix) {
  Random random(5);
  const Matrix x = normal_matrix(3, 4, 1, random);
  Matrix alone = x, larger = Matrix::Constant(5, 7, 77);
  rotate({}, 2, alone);
  larger.block(1, 2, 3, 4) = x;
  rotate({}, 2, larger.block(1, 2, 3, 4));
  EXPECT_EQ(larger.block(1, 2, 3, 4), alone);
  larger.block(1, 2, 3, 4).setConstant(77);
  EXPECT_EQ(larger, Matrix::Constant(5, 7, 77));
}

TEST(Rotary, RefusesAnOddWidthOrABaseBelowOne) {
  Matrix x = Matrix::Zero(2, 3);
  EXPECT_EQ(refusal([&] { rotate({}, 0, x); }),
            "expected an even d_head, because rotary positions rotate pairs of its elements, "
            "got 3");
  EXPECT_EQ(refusal([] { check_rotary({0.5, false}, 4); }),
            "expected a finite rotary base of at least 1, got 0.5");
  for (const double base :
       {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(contains(refusal([&] { check_rotary({base, false}, 4); }),
                         "expected a finite rotary base of at least 1, got "));
  }
}

}  // namespace
}  // namespace attn
