#include "kernels/adam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

class AdamStepOnRows : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, AdamStepOnRows, testing::ValuesIn(targets()));

// TEST-CASES 39, 40
TEST_P(AdamStepOnRows, IsTheTwinsToTheBit) {
  const twin::Target target(GetParam());
  const AdamStep step{0.9f, 0.1f, 0.999f, 0.001f, 0.01f, 31.6f, 1e-8f};
  for (std::size_t n = 0; n <= twin::kMostLength; ++n) {
    Random random(1, n);
    std::vector<float> x(n), g(n), m(n), v(n);
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = static_cast<float>(random.normal());
      g[j] = j % 5 == 4 ? 0 : static_cast<float>(random.normal());
      m[j] = j % 5 == 4 ? 0 : static_cast<float>(random.normal());
      v[j] = j % 5 == 4 ? 0 : std::abs(m[j]);
    }
    twin::GuardedRow x_row(x, n % 3), m_row(m, n % 4), v_row(v, n % 5);
    adam_step(step, x_row.data(), g.data(), m_row.data(), v_row.data(), static_cast<Index>(n));
    for (std::size_t j = 0; j < n; ++j) {
      m[j] = target.mul_add(m[j], step.beta_1, g[j] * step.one_minus_beta_1);
      v[j] = target.mul_add(v[j], step.beta_2, g[j] * g[j] * step.one_minus_beta_2);
      x[j] -= step.rate * m[j] / target.mul_add(std::sqrt(v[j]), step.unbias, step.epsilon);
    }
    ASSERT_TRUE(twin::same_bits(x_row.values(), x)) << n;
    ASSERT_TRUE(twin::same_bits(m_row.values(), m)) << n;
    ASSERT_TRUE(twin::same_bits(v_row.values(), v)) << n;
    ASSERT_TRUE(x_row.guards_are_untouched() && m_row.guards_are_untouched() &&
                v_row.guards_are_untouched());
  }
}

}  // namespace
}  // namespace attn
