#include "kernels/adam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

class AdamStepOnRows : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, AdamStepOnRows, testing::ValuesIn(targets()));

constexpr AdamStep kStep{0.9f, 0.1f, 0.999f, 0.001f, 0.01f, 31.6f, 1e-8f};

struct Rows {
  explicit Rows(std::size_t n) : x(n), g(n), m(n), v(n) {
    Random random(1, n);
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = static_cast<float>(random.normal());
      g[j] = j % 5 == 4 ? 0 : static_cast<float>(random.normal());
      m[j] = j % 5 == 4 ? 0 : static_cast<float>(random.normal());
      v[j] = j % 5 == 4 ? 0 : std::abs(m[j]);
    }
  }

  // Compares with a step in double. The bounds allow three roundings of m and about ten of the
  // update of x, where v is denormal and small relative to epsilon.
  void expect_near(const Rows& after) const {
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!std::isfinite(after.v[j])) continue;  // the square overflows
      const double m_j = double{kStep.beta_1} * m[j] + double{kStep.one_minus_beta_1} * g[j];
      const double v_j = double{kStep.beta_2} * v[j] +
                         double{kStep.one_minus_beta_2} * static_cast<double>(g[j]) * g[j];
      const double divisor = std::sqrt(v_j) * kStep.unbias + kStep.epsilon;
      const double m_off = 3 * (std::abs(m[j]) + std::abs(g[j])) * 0x1p-24 + 0x1p-148;
      const double moved_off =
          kStep.rate * (m_off + 10 * 0x1p-24 * std::abs(m_j)) + 0x1p-149;  // before the division
      EXPECT_TRUE(twin::is_within(after.m[j], m_j, m_off)) << j;
      EXPECT_TRUE(twin::is_within(after.v[j], v_j, 4 * 0x1p-24 * v_j + 3 * 0x1p-149)) << j;
      EXPECT_TRUE(twin::is_within(after.x[j], x[j] - kStep.rate * m_j / divisor,
                                  0x1p-23 * std::abs(x[j]) + moved_off / divisor))
          << j;
    }
  }

  std::vector<float> x, g, m, v;
};

// TEST-CASES 39, 40, 44
TEST_P(AdamStepOnRows, MatchesTheScalarTwinBitForBitAndADoubleStepWithinRounding) {
  const twin::Target target(GetParam());
  for (const bool has_odd : {false, true}) {
    for (std::size_t n = 0; n <= twin::kMaxLength; ++n) {
      Rows before(n);
      if (has_odd) {
        before.x = twin::with_special_values(before.x, n);
        before.g = twin::with_special_values(before.g, n / 2);
        for (std::size_t j = 1; j < n; j += 4) before.g[j] = 2e-20f;  // its square is denormal
        for (std::size_t j = 2; j < n; j += 4) before.m[j] = before.v[j] = 1e-41f;
        if (n > 20) before.m[20] = before.v[16] = kInfinity;
      }
      Rows after = before;
      for (std::size_t j = 0; j < n; ++j) {
        float &x = after.x[j], &m = after.m[j], &v = after.v[j];
        const float g = before.g[j];
        m = target.mul_add(m, kStep.beta_1, g * kStep.one_minus_beta_1);
        v = target.mul_add(v, kStep.beta_2, g * g * kStep.one_minus_beta_2);
        x -= kStep.rate * m / target.mul_add(std::sqrt(v), kStep.unbias, kStep.epsilon);
      }
      before.expect_near(after);
      for (std::size_t offset = 0; offset < 16; offset += 3) {
        twin::GuardedRow x(before.x, offset), g(before.g, 15 - offset);
        twin::GuardedRow m(before.m, offset * 5 % 16), v(before.v, offset * 7 % 16);
        adam_step(kStep, x.data(), g.data(), m.data(), v.data(), static_cast<Index>(n));
        ASSERT_TRUE(same_bits(x.values(), after.x)) << n;
        ASSERT_TRUE(same_bits(m.values(), after.m)) << n;
        ASSERT_TRUE(same_bits(v.values(), after.v)) << n;
        ASSERT_TRUE(same_bits(g.values(), before.g)) << n;
        ASSERT_TRUE(x.guards_are_untouched() && g.guards_are_untouched() &&
                    m.guards_are_untouched() && v.guards_are_untouched());
      }
    }
  }
}

}  // namespace
}  // namespace attn
