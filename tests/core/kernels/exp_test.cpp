#include "kernels/exp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/finite.h"
#include "kernels/row_softmax.h"
#include "support/near.h"
#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

// The scalar function, or the vector lanes through row_exponentials.
using Exp = std::function<std::vector<float>(std::vector<float>)>;

std::vector<float> one_by_one(std::vector<float> x) {
  for (float& each : x) each = exp_of_nonpositive(each);
  return x;
}

std::vector<float> in_lanes(std::vector<float> x) {
  row_exponentials(x.data(), static_cast<Index>(x.size()), 0, 1, x.data());
  return x;
}

// The parameter is 0 for the scalar function, otherwise the target.
class ExpOfNonpositive : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
  const Exp exp_ = GetParam() == 0 ? one_by_one : in_lanes;
};
INSTANTIATE_TEST_SUITE_P(SingleNumbers, ExpOfNonpositive, testing::Values(0));
INSTANTIATE_TEST_SUITE_P(Targets, ExpOfNonpositive, testing::ValuesIn(targets()));

// Every `step`th float from 0 down to `lowest`.
std::vector<float> floats_down_to(float lowest, std::uint32_t step) {
  std::vector<float> x;
  for (std::uint32_t bits = 0x80000000u; bit_cast<float>(bits) >= lowest; bits += step) {
    x.push_back(bit_cast<float>(bits));
  }
  return x;
}

TEST_P(ExpOfNonpositive, OfZeroIsExactlyOne) {
  EXPECT_EQ(exp_({0.0f, -0.0f, -1e-45f, -1e-38f}), std::vector<float>(4, 1));
}

TEST_P(ExpOfNonpositive, OfMinusInfinityAndOfUnderflowIsZero) {
  EXPECT_TRUE(same_bits(exp_({-kInfinity, -std::numeric_limits<float>::max(), -1e9f, -3e6f, -9e4f,
                              -500, -104, -103.99f}),
                        std::vector<float>(8, 0)));
}

TEST_P(ExpOfNonpositive, OfNaNIsNaN) {
  for (const std::uint32_t bits : {0x7fc00000u, 0xffc00000u, 0x7fc00001u, 0x7fffffffu}) {
    EXPECT_TRUE(std::isnan(exp_({bit_cast<float>(bits)})[0]));
  }
}

TEST_P(ExpOfNonpositive, IsWithinTwoUnitsInTheLastPlace) {
  // 1021 is prime, so all low mantissa bits occur.
  const std::vector<float> x = floats_down_to(-103.97f, 1021), y = exp_(x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = twin::ulps(y[i], std::exp(static_cast<double>(x[i])));
    if (!(off <= worst)) worst = off;
  }
  EXPECT_LE(worst, 2);
  EXPECT_GE(x.size(), 1'000'000u);
  RecordProperty("ulps", std::to_string(worst));
}

TEST_P(ExpOfNonpositive, IsMonotonic) {
  std::vector<float> x;
  for (float each = 0; each > -110; each -= 0.01f) x.push_back(each);
  const std::vector<float> y = exp_(x);
  for (std::size_t i = 1; i < x.size(); ++i) ASSERT_LE(y[i], y[i - 1]) << "x = " << x[i];
}

TEST_P(ExpOfNonpositive, MatchesTheScalarTwinBitForBit) {
  const std::vector<float> x = floats_down_to(-110, 16127);
  const twin::Target twin(GetParam());
  std::vector<float> expected;
  for (const float each : x) expected.push_back(twin.exp(each));
  EXPECT_TRUE(same_bits(exp_(x), expected));
}

}  // namespace
}  // namespace attn
