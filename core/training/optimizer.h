// Optimizers: AdamW (Loshchilov & Hutter 2019), Adam, and gradient descent with momentum, in
// PyTorch's order of operations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "training/adam.h"

namespace attn {

enum class OptimizerKind { kAdamW, kAdam, kSgd };

// The parameters that weight decay applies to: all, or only the matrices of products, "w_q" ..
// "w_out", but no biases, norms and embeddings (of tokens, positions and the class token).
enum class Decayed { kAll, kMatrices };

struct OptimizerConfig {
  OptimizerKind kind = OptimizerKind::kAdamW;
  AdamConfig adam = {0.01f, 0.9f, 0.98f};  // its learning_rate applies to every kind
  float weight_decay = 0;                  // AdamW only: x <- x - learning_rate weight_decay x
  Decayed decayed = Decayed::kAll;         // AdamW only
  float momentum = 0;  // SGD only: v <- momentum v + g, x <- x - learning_rate v
  float clip = 1;      // maximum norm of all gradients together; 0: no clipping
};

// Throws std::invalid_argument as check_adam does, for a negative number and for momentum of at
// least 1.
void check_optimizer(const OptimizerConfig& config);

// The weight decay of the parameter of this name: config.weight_decay, or 0 if it does not decay.
float weight_decay_of(const OptimizerConfig& config, std::string_view name);

// One parameter and its gradient.
struct ParameterSlot {
  std::string name;           // "layers.0.attention.w_q"
  float* x = nullptr;         // [n]
  float* gradient = nullptr;  // [n]
  Index n = 0;
};

// √(sum of the squares of all gradients), summed in double in their order.
double global_norm(const std::vector<ParameterSlot>& parameters);

// gradient <- gradient min(1, max_norm / (norm + 1e-6)), as PyTorch's clip_grad_norm_.
void clip_gradients(const std::vector<ParameterSlot>& parameters, double norm, double max_norm);

class Optimizer {
 public:
  explicit Optimizer(const OptimizerConfig& config);

  // Updates all parameters. They must be the same, in the same order, in every step. Does not clip.
  // If memory runs out, throws std::bad_alloc and changes nothing.
  //   rate_factor  multiplies the learning rate: Schedule::factor
  void step(double rate_factor, const std::vector<ParameterSlot>& parameters);

  // The state that later steps depend on: Adam's number of steps, and running means.
  struct Means {
    const char* name;  // "first_moment", "second_moment"; or "velocity"
    std::vector<std::vector<float>>& by_parameter;  // [parameter][n]; empty before the first step
  };
  std::uint64_t& adam_steps() { return adam_.state().steps; }
  std::vector<Means> means();

 private:
  OptimizerConfig config_;
  Adam adam_;
  std::vector<std::vector<float>> velocities_;
};

}  // namespace attn
