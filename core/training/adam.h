// Adam (Kingma & Ba 2015, algorithm 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "kernels/adam.h"

namespace attn {

struct AdamConfig {
  float learning_rate = 1e-3f;
  float beta_1 = 0.9f, beta_2 = 0.999f;
  float epsilon = 1e-8f;

  // visit(name, number) for each setting: the keys of configurations.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("learning_rate", self.learning_rate);
    visit("beta_1", self.beta_1);
    visit("beta_2", self.beta_2);
    visit("epsilon", self.epsilon);
  }
};

// Throws std::invalid_argument unless learning_rate and epsilon are finite and at least 0, and both
// betas are in [0, 1).
void check_adam(const AdamConfig& config);

// Running means of 0 for parameters of these sizes: [parameter][n].
std::vector<std::vector<float>> zero_means(const std::vector<Index>& sizes);

// If no gradient is larger, the running means of squares stay finite. Where one is infinite, its
// parameter never moves again.
inline constexpr float kMaxSquared = 1e19f;

class Adam {
 public:
  // Starts a step on parameters of these sizes, which are the same in every step. Then call update
  // once per parameter, in this order. Only begin_step allocates; if it throws, nothing changes.
  void begin_step(const AdamConfig& config, const std::vector<Index>& sizes);
  //   parameter  [n]  updated in place
  //   gradient   [n]
  void update(float* parameter, const float* gradient, Index n);

  // The next three are for the time between begin_step and the first update.
  //
  // Whether the step keeps all parameters finite, whatever they are, if no gradient is larger than
  // kMaxSquared. It does with usual learning rates.
  bool keeps_finite() const;
  // Whether the update of this parameter keeps it finite. Changes nothing.
  //   i          the parameter's index in the order of updates
  //   parameter  [n]
  //   gradient   [n]
  bool keeps_finite(std::size_t i, const float* parameter, const float* gradient, Index n) const;
  // Undoes begin_step.
  void cancel_step() { --state_.steps; }

  // The state that later steps depend on.
  struct State {
    std::uint64_t steps = 0;
    // [parameter][n]  running means of the gradient and of its square; empty before the first step
    std::vector<std::vector<float>> first_moments, second_moments;
  };
  State& state() { return state_; }

 private:
  AdamStep step() const;

  AdamConfig config_;
  State state_;
  std::size_t next_ = 0;
};

}  // namespace attn
