#include "training/adam.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/check_finite.h"
#include "base/finite.h"
#include "base/portable_math.h"

namespace attn {
namespace {

// 1 - beta^t, by which a moment that starts at 0 is too small after t steps.
double bias_correction(double beta, double t) {
  return beta == 0 ? 1 : 1 - exponential(t * natural_log(beta));
}

}  // namespace

void check_adam(const AdamConfig& c) {
  const auto is_beta = [](float beta) { return beta >= 0 && beta < 1; };
  check_finite("learning_rate", c.learning_rate);
  if (!is_beta(c.beta_1) || !is_beta(c.beta_2)) {
    refuse("expected beta_1 and beta_2 of at least 0 and below 1, got {} and {}",
           {number_text(c.beta_1), number_text(c.beta_2)});
  }
  check_finite("epsilon", c.epsilon);
}

std::vector<std::vector<float>> zero_means(const std::vector<Index>& sizes) {
  std::vector<std::vector<float>> means;
  for (const Index n : sizes) means.emplace_back(static_cast<std::size_t>(n));
  return means;
}

void Adam::begin_step(const AdamConfig& config, const std::vector<Index>& sizes) {
  if (state_.first_moments.empty()) {
    std::vector<std::vector<float>> first = zero_means(sizes), second = zero_means(sizes);
    state_.first_moments = std::move(first);
    state_.second_moments = std::move(second);
  }
  config_ = config;
  ++state_.steps;
  next_ = 0;
}

AdamStep Adam::step() const {
  const double t = static_cast<double>(state_.steps);
  const double beta_1 = config_.beta_1, beta_2 = config_.beta_2;
  AdamStep step;
  step.beta_1 = config_.beta_1;
  step.one_minus_beta_1 = static_cast<float>(1 - beta_1);
  step.beta_2 = config_.beta_2;
  step.one_minus_beta_2 = static_cast<float>(1 - beta_2);
  step.rate = static_cast<float>(config_.learning_rate / bias_correction(beta_1, t));
  step.unbias = static_cast<float>(1 / std::sqrt(bias_correction(beta_2, t)));
  step.epsilon = config_.epsilon;
  return step;
}

void Adam::update(float* parameter, const float* gradient, Index n) {
  std::vector<float>& first = state_.first_moments[next_];
  std::vector<float>& second = state_.second_moments[next_++];
  assert(n == static_cast<Index>(first.size()));
  adam_step(step(), parameter, gradient, first.data(), second.data(), n);
}

bool Adam::keeps_finite() const {
  const AdamStep next = step();
  // An update divides a mean of gradients, at most kMaxSquared, by epsilon or more. 1e31 is less
  // than half the distance between the two largest floats: subtracting it from one never overflows.
  return next.rate * kMaxSquared / next.epsilon < 1e31f;
}

bool Adam::keeps_finite(std::size_t i, const float* parameter, const float* gradient,
                        Index n) const {
  const float* first = state_.first_moments[i].data();
  const float* second = state_.second_moments[i].data();
  const AdamStep next = step();
  constexpr Index kBlock = 512;
  float x[kBlock], m[kBlock], v[kBlock];
  for (Index j = 0; j < n; j += kBlock) {
    const Index count = std::min(kBlock, n - j);
    std::copy_n(parameter + j, count, x);
    std::copy_n(first + j, count, m);
    std::copy_n(second + j, count, v);
    adam_step(next, x, gradient + j, m, v, count);
    if (!all_finite(x, count)) return false;
  }
  return true;
}

}  // namespace attn
