// Adam (Kingma & Ba 2015, algorithm 1).
#pragma once

#include <cstddef>
#include <vector>

#include "base/matrix.h"

namespace attn {

struct AdamConfig {
  float learning_rate = 1e-3f;
  float beta_1 = 0.9f, beta_2 = 0.999f;
  float epsilon = 1e-8f;
};

// Throws std::invalid_argument for a number that is not finite, for a learning rate or an epsilon
// below 0, for a beta outside [0, 1).
void check_adam(const AdamConfig& config);

class Adam {
 public:
  // Before the parameters of one step, which come in the same order in each.
  void begin_step(const AdamConfig& config);
  //   parameter [n]  updated in place    gradient [n]
  void update(float* parameter, const float* gradient, Index n);

 private:
  struct Moments {
    std::vector<float> first, second;
  };
  AdamConfig config_;
  std::size_t steps_ = 0, next_ = 0;
  std::vector<Moments> moments_;
};

}  // namespace attn
