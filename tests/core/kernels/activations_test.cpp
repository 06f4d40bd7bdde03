#include "kernels/activations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "base/finite.h"
#include "support/activation_twin.h"
#include "support/same_bits.h"

namespace attn {
namespace {

struct Function {
  const char* name;
  void (*forward)(float* x, Index n);
  void (*backward)(const float* x, float* d, Index n);
  // The formula in double, without cancellation.
  double (*exact)(double x);
  double (*exact_slope)(double x);
  // Allowed error for x > 0 in ulps, and for x <= 0 relative to the value.
  double ulps_above, relative_below;
  float (*twin)(const twin::Target& target, float x);
  float (*twin_backward)(const twin::Target& target, float x, float d_y);
};

constexpr double kPeak = 0.39894228040143267794;  // 1 / √(2 π)
constexpr double kRoot = 0.79788456080286535588;  // √(2 / π)

double cdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double steepness(double x) { return 2 * kRoot * (x + 0.044715 * x * x * x); }

const Function kFunctions[] = {
    {"relu", relu, relu_backward, [](double x) { return x > 0 ? x : 0; },
     [](double x) { return x > 0 ? 1.0 : 0.0; }, 0, 0, twin::relu, twin::relu_backward},
    {"gelu", gelu, gelu_backward, [](double x) { return x * cdf(x); },
     [](double x) { return cdf(x) + x * kPeak * std::exp(-x * x / 2); }, 4, 8 * 0x1p-24,
     twin::activate<twin::GeluTail>, twin::activate_backward<twin::GeluTail>},
    {"gelu_tanh", gelu_tanh, gelu_tanh_backward,
     [](double x) { return x * logistic(steepness(x)); },
     [](double x) {
       const double s = logistic(steepness(x)), rest = logistic(-steepness(x));
       return s + x * s * rest * 2 * kRoot * (1 + 3 * 0.044715 * x * x);
     },
     2, 1.2e-5, twin::activate<twin::GeluTanhTail>, twin::activate_backward<twin::GeluTanhTail>},
    {"silu", silu, silu_backward, [](double x) { return x * logistic(x); },
     [](double x) { return logistic(x) * (1 + x * logistic(-x)); }, 2, 4 * 0x1p-24,
     twin::activate<twin::SiluTail>, twin::activate_backward<twin::SiluTail>},
};

class Activations : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
  const twin::Target twin_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, Activations, testing::ValuesIn(targets()));

TEST_P(Activations, AreWithinAFewUnitsInTheLastPlace) {
  std::vector<float> x;
  for (int i = -12'000; i <= 12'000; ++i) x.push_back(static_cast<float>(i) * 0.00103f);
  for (const Function& f : kFunctions) {
    std::vector<float> y = x;
    f.forward(y.data(), static_cast<Index>(y.size()));
    double worst_above = 0, worst_below = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = f.exact(x[i]);
      if (x[i] <= 0 && std::abs(exact) < 1e-36) continue;  // almost denormal
      double& worst = x[i] > 0 ? worst_above : worst_below;
      const double off = x[i] > 0 ? twin::ulps(y[i], exact) : std::abs(y[i] / exact - 1);
      if (!(off <= worst)) worst = off;
    }
    EXPECT_LE(worst_above, f.ulps_above) << f.name;
    EXPECT_LE(worst_below, f.relative_below) << f.name;
    RecordProperty(f.name, std::to_string(worst_above) + " ulp above 0, " +
                               std::to_string(worst_below / 0x1p-24) + " halves below");
  }
}

TEST_P(Activations, SlopesMatchTheFormulas) {
  std::vector<float> x;
  for (int i = -3000; i <= 3000; ++i) x.push_back(static_cast<float>(i) * 0.0041f);
  for (const Function& f : kFunctions) {
    std::vector<float> d(x.size(), -1.5f);
    f.backward(x.data(), d.data(), static_cast<Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_NEAR(d[i], -1.5 * f.exact_slope(x[i]), 4e-7) << f.name << " at " << x[i];
    }
  }
}

// TEST-CASES 39, 40, 44
TEST_P(Activations, MatchTheScalarTwinBitForBitAtEveryLengthAndOffset) {
  std::vector<std::size_t> lengths = {5000};
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) lengths.push_back(n);
  for (const Function& f : kFunctions) {
    for (const std::size_t n : lengths) {
      std::vector<float> x(n), d(n, 0.75f), y, d_x;
      for (std::size_t j = 0; j < n; ++j) x[j] = static_cast<float>(j * 37 % 1201) * 0.025f - 15;
      x = twin::with_special_values(x, n);
      for (std::size_t j = 7; j < n; j += 10) d[j] = j % 4 == 3 ? 0.0f : -2e-39f;
      for (std::size_t j = 0; j < n; ++j) {
        y.push_back(f.twin(twin_, x[j]));
        d_x.push_back(f.twin_backward(twin_, x[j], d[j]));
      }
      for (std::size_t offset = 0; offset < 16; ++offset) {
        twin::GuardedRow row(x, offset), gradient(d, 15 - offset);
        f.backward(row.data(), gradient.data(), static_cast<Index>(n));
        f.forward(row.data(), static_cast<Index>(n));
        ASSERT_TRUE(same_bits(row.values(), y)) << f.name << ", " << n;
        ASSERT_TRUE(same_bits(gradient.values(), d_x)) << f.name << ", " << n;
        ASSERT_TRUE(row.guards_are_untouched() && gradient.guards_are_untouched());
        if (n > twin::kMaxLength) break;
      }
    }
  }
}

TEST_P(Activations, ReachTheirLimitsForLargeArguments) {
  const float largest = std::numeric_limits<float>::max();
  for (const Function& f : kFunctions) {
    std::vector<float> x = {largest, -largest, kInfinity, -kInfinity, 0, kNaN};
    std::vector<float> d(x.size(), 1);
    d[5] = 0;  // a zero gradient stays zero at NaN
    f.backward(x.data(), d.data(), 6);
    EXPECT_NEAR(d[4], f.exact_slope(0), 4e-7) << f.name;
    EXPECT_EQ(d, (std::vector<float>{1, 0, 1, 0, d[4], 0})) << f.name;
    f.forward(x.data(), 6);
    EXPECT_TRUE(same_bits(x, {largest, 0, kInfinity, 0, 0, kNaN})) << f.name;
  }
}

// TEST-CASES 44
TEST_P(Activations, MatchTheFormulasForDenormals) {
  const std::vector<float> x = {1e-45f, -1e-45f, 1e-40f, -1e-40f, 1.1e-38f, -1.1e-38f};
  for (const Function& f : kFunctions) {
    std::vector<float> y = x, d(x.size(), 1);
    f.backward(x.data(), d.data(), static_cast<Index>(x.size()));
    f.forward(y.data(), static_cast<Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_LE(twin::ulps(y[i], f.exact(x[i])), f.ulps_above) << f.name << " of " << x[i];
      EXPECT_NEAR(d[i], f.exact_slope(x[i]), 4e-7) << f.name << " at " << x[i];
    }
  }
}

}  // namespace
}  // namespace attn
