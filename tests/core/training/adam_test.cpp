#include "training/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/finite.h"
#include "base/random.h"
#include "golden/training_steps.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/repeated.h"
#include "training/mean_squared_error.h"

namespace attn {
namespace {

// Algorithm 1 of Kingma & Ba.
class AdamInDouble {
 public:
  AdamInDouble(const AdamConfig& config, std::size_t n) : config_(config), m_(n), v_(n) {}

  void step(std::vector<double>& x, const std::vector<double>& g) {
    ++t_;
    for (std::size_t i = 0; i < x.size(); ++i) {
      m_[i] = config_.beta_1 * m_[i] + (1.0 - config_.beta_1) * g[i];
      v_[i] = config_.beta_2 * v_[i] + (1.0 - config_.beta_2) * g[i] * g[i];
      const double m = m_[i] / (1 - std::pow(double{config_.beta_1}, t_));
      const double v = v_[i] / (1 - std::pow(double{config_.beta_2}, t_));
      x[i] -= config_.learning_rate * m / (std::sqrt(v) + config_.epsilon);
    }
  }

 private:
  AdamConfig config_;
  double t_ = 0;
  std::vector<double> m_, v_;
};

// Two parameters, the second shorter than one vector.
TEST(Adam, MatchesTheAlgorithmInDoubleOverManySteps) {
  const AdamConfig config;
  Adam adam;
  AdamInDouble first_reference(config, 37), second_reference(config, 3);
  std::vector<float> first(37, 0.5f), second(3, -0.25f);
  std::vector<double> exact_first(37, 0.5), exact_second(3, -0.25);
  Random random(1);
  for (int step = 1; step <= 2000; ++step) {
    std::vector<float> d_first, d_second;
    for (int i = 0; i < 37; ++i) d_first.push_back(static_cast<float>(random.normal() + 0.1 * i));
    for (int i = 0; i < 3; ++i) d_second.push_back(static_cast<float>(1e-4 * random.normal()));
    adam.begin_step(config, {37, 3});
    adam.update(first.data(), d_first.data(), 37);
    adam.update(second.data(), d_second.data(), 3);
    first_reference.step(exact_first, {d_first.begin(), d_first.end()});
    second_reference.step(exact_second, {d_second.begin(), d_second.end()});
    if (step > 3 && step % 500 != 0) continue;
    // Each step adds one rounding error relative to the parameter.
    EXPECT_TRUE(all_near(first.data(), 37, exact_first, step * 1e-7)) << "step " << step;
    EXPECT_TRUE(all_near(second.data(), 3, exact_second, step * 1e-7)) << "step " << step;
  }
}

TEST(Adam, MatchesPyTorchsFit) {
  namespace golden = training_steps;
  Adam adam;
  Tensor x({"row"}, {7}), y = x, target = x, d_y;
  x.data = golden::kStart;
  target.data = golden::kTarget;
  auto expected = golden::kSteps.begin();
  for (int step = 1; expected != golden::kSteps.end(); ++step) {
    Tensor d_x = x;
    for (std::size_t i = 0; i < 7; ++i) y.data[i] = x.data[i] * x.data[i] * x.data[i];
    const double loss = mean_squared_error(y, target, d_y);
    for (std::size_t i = 0; i < 7; ++i) d_x.data[i] = 3 * x.data[i] * x.data[i] * d_y.data[i];
    adam.begin_step({golden::kLearningRate, golden::kBeta1, golden::kBeta2, golden::kEpsilon}, {7});
    adam.update(x.data.data(), d_x.data.data(), 7);
    if (step != expected->count) continue;
    EXPECT_NEAR(loss, expected->loss, 1e-5) << "step " << step;
    EXPECT_TRUE(all_near(d_x.data.data(), 7, expected->gradient, 1e-5)) << "step " << step;
    EXPECT_TRUE(all_near(x.data.data(), 7, expected->x, 1e-5)) << "step " << step;
    ++expected;
  }
}

TEST(Adam, AZeroGradientMovesNothing) {
  Adam adam;
  float x[5] = {1, 2, 3, 4, 5};
  const float zero[5] = {};
  adam.begin_step({}, {5});
  adam.update(x, zero, 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(x[i], static_cast<float>(i + 1));
}

// 0 / 0 must not make a parameter NaN: neither in a whole vector nor in the remainder of 7.
TEST(Adam, WithoutEpsilonAParameterThatHadNoGradientStays) {
  Adam adam;
  float x[7] = {1, 2, 3, 4, 5, 6, 7};
  const float gradient[7] = {0.5f, 0, 0, -2, 0, 0, 1};
  const AdamConfig config{.learning_rate = 0.25f, .epsilon = 0};
  adam.begin_step(config, {7});
  adam.update(x, gradient, 7);
  // The first step moves each other parameter by the learning rate, against its gradient.
  const std::vector<double> expected{0.75, 2, 3, 4.25, 5, 6, 6.75};
  EXPECT_TRUE(all_near(x, 7, expected, 1e-6));
}

TEST(Adam, UsualLearningRatesKeepTheLargestFloatsFinite) {
  constexpr float kMax = std::numeric_limits<float>::max();
  Adam adam;
  float x[7] = {kMax, -kMax, kMax, -kMax, 1, 0, kMax};
  const float gradient[7] = {-kMaxSquared, kMaxSquared, -1e-30f, 1e-30f, kMaxSquared, 0, -1};
  const AdamConfig config{.learning_rate = 1000, .epsilon = 1e-7f};
  for (int step = 0; step < 5; ++step) {
    adam.begin_step(config, {7});
    EXPECT_TRUE(adam.keeps_finite());
    EXPECT_TRUE(adam.keeps_finite(0, x, gradient, 7));
    adam.update(x, gradient, 7);
    EXPECT_TRUE(all_finite(x, 7));
    EXPECT_TRUE(all_finite(adam.state().second_moments[0].data(), 7));
  }
  // This one could move a parameter by 1e31, which makes the largest floats infinite.
  adam.begin_step({.learning_rate = 1e5f, .epsilon = 1e-7f}, {7});
  EXPECT_FALSE(adam.keeps_finite());
}

TEST(Adam, RehearsesAStepWithoutTakingIt) {
  Adam adam;
  float x[600] = {};
  float gradient[600] = {};
  gradient[599] = 1e-6f;
  const auto keeps_finite = [&](const AdamConfig& config) {
    adam.begin_step(config, {600});
    EXPECT_FALSE(adam.keeps_finite()) << config.learning_rate;
    const bool answer = adam.keeps_finite(0, x, gradient, 600);
    adam.cancel_step();
    return answer;
  };
  EXPECT_TRUE(keeps_finite({.learning_rate = 0.5f, .epsilon = 0}));
  EXPECT_TRUE(keeps_finite({.learning_rate = 1e37f}));
  x[599] = std::numeric_limits<float>::lowest();
  EXPECT_FALSE(keeps_finite({.learning_rate = 1e37f}));
  x[599] = 0;
  adam.begin_step({.learning_rate = 0.5f, .epsilon = 0}, {600});
  adam.update(x, gradient, 600);
  EXPECT_EQ(x[0], 0);
  EXPECT_NEAR(x[599], -0.5, 1e-6);
  EXPECT_EQ(adam.state().steps, 1u);
}

// TEST-CASES 38
TEST(Adam, IsDeterministic) {
  const Tensor d_x = random_tensor({"row"}, {37}, 1), d_y = random_tensor({"row"}, {500}, 2);
  EXPECT_TRUE(is_deterministic([&] {
    Adam adam;
    Tensor x({"row"}, {37}), y({"row"}, {500});
    for (int step = 0; step < 3; ++step) {
      adam.begin_step({}, {37, 500});
      adam.update(x.data.data(), d_x.data.data(), 37);
      adam.update(y.data.data(), d_y.data.data(), 500);
    }
    Bits bits = x.data;
    append(bits, y);
    return bits;
  }));
}

TEST(Adam, RefusesWhatIsOutOfRange) {
  EXPECT_TRUE(contains(refusal([&] { check_adam({kNaN}); }), "learning_rate"));
  EXPECT_TRUE(contains(refusal([&] { check_adam({1e-3f, 1}); }), "beta_1"));
  EXPECT_TRUE(contains(refusal([&] { check_adam({1e-3f, 0.9f, kNaN}); }), "beta_2"));
  EXPECT_TRUE(contains(refusal([&] { check_adam({1e-3f, 0.9f, 0.99f, -1}); }), "epsilon"));
}

}  // namespace
}  // namespace attn
