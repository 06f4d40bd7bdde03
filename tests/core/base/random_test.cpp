#include "base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "support/refusal.h"

namespace attn {
namespace {

// The output of pcg-c's pcg32-demo for seed 42 and stream 54.
TEST(Random, GivesThePublishedNumbersOfPcg32) {
  Random random(42, 54);
  for (const std::uint32_t expected :
       {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu}) {
    EXPECT_EQ(random.next_uint32(), expected);
  }
}

// The bits are the same natively and in wasm.
TEST(Random, NormalsHaveTheseBitsOnEveryTarget) {
  Random random(42);
  const std::vector<double> expected = {-0x1.08af42b227b78p+0, 0x1.de00fe8a65beep-3,
                                        0x1.50f83719ea5bdp-2,  0x1.3d7844845b027p-3,
                                        -0x1.339dfc81a2bd5p-1, -0x1.aa41ad8063292p-1};
  for (const double x : expected) EXPECT_EQ(random.normal(), x);
}

// Expected numbers from Python with its libm: our logarithm must be correct, not only repeatable.
TEST(Random, NormalsAgreeWithAPythonImplementation) {
  Random random(42);
  for (const double expected : {-1.0339242634724695, 0.23340033397536736, 0.32907186599421911,
                                0.15501454857747027, -0.60081471521822982, -0.83253233139255856}) {
    EXPECT_NEAR(random.normal(), expected, 1e-15);
  }
}

TEST(Random, TheSameSeedAndStreamGiveTheSameNumbers) {
  Random a(7, 3), b(7, 3);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a.normal(), b.normal());
}

TEST(Random, SeedsAndStreamsDiffer) {
  // Compare two numbers each: with pcg32's own seeding, (seed + 2, stream) and (seed, stream + 1)
  // start with the same number.
  std::set<std::pair<std::uint32_t, std::uint32_t>> beginnings;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (std::uint64_t stream = 0; stream < 4; ++stream) {
      Random random(seed, stream);
      const std::uint32_t first = random.next_uint32();
      beginnings.insert({first, random.next_uint32()});
    }
  }
  EXPECT_EQ(beginnings.size(), 16u);
}

TEST(Random, StreamsOfOneSeedAreNotCorrelated) {
  Random a(5, 1), b(5, 2);
  double sum = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) sum += a.normal() * b.normal();
  EXPECT_LT(std::abs(sum / n), 4 / std::sqrt(n));
}

TEST(Random, UniformIsAMultipleOfTwoToTheMinus53InTheUnitInterval) {
  Random random(1);
  double sum = 0, square = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    ASSERT_EQ(x * 0x1p53, std::floor(x * 0x1p53));
    sum += x;
    square += x * x;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.004);
  EXPECT_NEAR(square / n, 1.0 / 3, 0.004);
}

TEST(Random, NormalsHaveTheMomentsOfANormalDistribution) {
  Random random(2);
  const int n = 200000;
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  int within_one = 0, beyond_three = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    m1 += x / n;
    m2 += x * x / n;
    m3 += x * x * x / n;
    m4 += x * x * x * x / n;
    within_one += std::abs(x) < 1;
    beyond_three += std::abs(x) > 3;
  }
  EXPECT_NEAR(m1, 0, 0.01);
  EXPECT_NEAR(m2, 1, 0.015);
  EXPECT_NEAR(m3, 0, 0.04);
  EXPECT_NEAR(m4, 3, 0.1);
  EXPECT_NEAR(static_cast<double>(within_one) / n, 0.6827, 0.005);
  EXPECT_NEAR(static_cast<double>(beyond_three) / n, 0.0027, 0.0006);
}

TEST(StreamOf, IsFnv1a) {
  // Values from the test suite of FNV's authors.
  EXPECT_EQ(stream_of(""), 0xcbf29ce484222325u);
  EXPECT_EQ(stream_of("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(stream_of("foobar"), 0x85944171f73967e8u);
}

TEST(StreamOf, ReadsBytesAboveAsciiAsUnsigned) {
  EXPECT_EQ(stream_of("\xff"), (0xcbf29ce484222325u ^ 0xffu) * 0x100000001b3u);
}

TEST(NormalMatrix, FillsRowByRowAndScales) {
  Random a(3), b(3);
  const Matrix matrix = normal_matrix(2, 3, 0.5, a);
  for (Index i = 0; i < 2; ++i) {
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(matrix(i, j), static_cast<float>(0.5 * b.normal()));
  }
}

// TEST-CASES 42
TEST(NormalMatrix, RefusesASizeThatOverflows) {
  Random random(1);
  EXPECT_EQ(refusal([&] { normal_matrix(65536, 65536, 1, random); }),
            "expected at most 2147483647 elements, got the shape [65536, 65536]");
}

}  // namespace
}  // namespace attn
