#include "training/adam.h"

#include <cmath>

#include "base/check.h"

namespace attn {

void check_adam(const AdamConfig& c) {
  const auto is_beta = [](float beta) { return beta >= 0 && beta < 1; };
  if (!(c.learning_rate >= 0 && std::isfinite(c.learning_rate)))
    refuse({"expected a finite learning_rate of at least 0, got ", number_text(c.learning_rate)});
  if (!is_beta(c.beta_1) || !is_beta(c.beta_2))
    refuse({"expected beta_1 and beta_2 of at least 0 and below 1, got ", number_text(c.beta_1),
            " and ", number_text(c.beta_2)});
  if (!(c.epsilon >= 0 && std::isfinite(c.epsilon)))
    refuse({"expected a finite epsilon of at least 0, got ", number_text(c.epsilon)});
}

void Adam::begin_step(const AdamConfig& config) {
  config_ = config;
  ++steps_;
  next_ = 0;
}

void Adam::update(float* parameter, const float* gradient, Index n) {
  if (next_ == moments_.size()) moments_.emplace_back();
  Moments& moments = moments_[next_++];
  moments.first.resize(static_cast<std::size_t>(n));
  moments.second.resize(static_cast<std::size_t>(n));
  const double t = static_cast<double>(steps_);
  const float rate = static_cast<float>(config_.learning_rate /
                                        (1 - std::pow(static_cast<double>(config_.beta_1), t)));
  const float unbias =
      static_cast<float>(1 / (1 - std::pow(static_cast<double>(config_.beta_2), t)));
  float* m = moments.first.data();
  float* v = moments.second.data();
  for (Index i = 0; i < n; ++i) {
    const float g = gradient[i];
    m[i] = config_.beta_1 * m[i] + (1 - config_.beta_1) * g;
    v[i] = config_.beta_2 * v[i] + (1 - config_.beta_2) * (g * g);
    parameter[i] -= rate * m[i] / (std::sqrt(v[i] * unbias) + config_.epsilon);
  }
}

}  // namespace attn
