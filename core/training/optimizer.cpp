#include "training/optimizer.h"

#include <cmath>

#include "base/check.h"
#include "base/check_finite.h"
#include "kernels/layer_norm.h"

namespace attn {

void check_optimizer(const OptimizerConfig& config) {
  check_adam(config.adam);
  check_finite("weight_decay", config.weight_decay);
  check_finite("clip", config.clip);
  if (!(config.momentum >= 0 && config.momentum < 1)) {
    refuse("expected a momentum of at least 0 and below 1, got {}", {number_text(config.momentum)});
  }
}

float weight_decay_of(const OptimizerConfig& config, std::string_view name) {
  if (config.kind != OptimizerKind::kAdamW) return 0;
  // npos + 1 is 0: a name without a dot.
  const bool is_matrix = name.substr(name.rfind('.') + 1).starts_with("w_");
  return config.decayed == Decayed::kAll || is_matrix ? config.weight_decay : 0;
}

double global_norm(const std::vector<ParameterSlot>& parameters) {
  double squares = 0;
  for (const ParameterSlot& each : parameters) squares += row_square_sum(each.gradient, each.n, 0);
  return std::sqrt(squares);
}

void clip_gradients(const std::vector<ParameterSlot>& parameters, double norm, double max_norm) {
  const double factor = max_norm / (norm + 1e-6);
  if (!(factor < 1)) return;
  const auto scale = static_cast<float>(factor);
  for (const ParameterSlot& each : parameters) {
    for (Index i = 0; i < each.n; ++i) each.gradient[i] *= scale;
  }
}

Optimizer::Optimizer(const OptimizerConfig& config) : config_(config) { check_optimizer(config); }

std::vector<Optimizer::Means> Optimizer::means() {
  if (config_.kind == OptimizerKind::kSgd) return {{"velocity", velocities_}};
  return {{"first_moment", adam_.state().first_moments},
          {"second_moment", adam_.state().second_moments}};
}

void Optimizer::step(double rate_factor, const std::vector<ParameterSlot>& parameters) {
  AdamConfig adam = config_.adam;
  adam.learning_rate = static_cast<float>(rate_factor * double{config_.adam.learning_rate});
  const float rate = adam.learning_rate;

  std::vector<Index> sizes;
  for (const ParameterSlot& each : parameters) sizes.push_back(each.n);

  if (config_.kind == OptimizerKind::kSgd) {
    if (velocities_.empty()) velocities_ = zero_means(sizes);  // nothing below allocates
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const ParameterSlot& each = parameters[p];
      float* velocity = velocities_[p].data();
      for (Index i = 0; i < each.n; ++i) {
        velocity[i] = config_.momentum * velocity[i] + each.gradient[i];
        each.x[i] -= rate * velocity[i];
      }
    }
    return;
  }
  adam_.begin_step(adam, sizes);
  for (const ParameterSlot& each : parameters) {
    const auto kept = static_cast<float>(1 - double{rate} * weight_decay_of(config_, each.name));
    if (kept != 1) {
      for (Index i = 0; i < each.n; ++i) each.x[i] *= kept;
    }
    adam_.update(each.x, each.gradient, each.n);
  }
}

}  // namespace attn
