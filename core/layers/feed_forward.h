// The feed-forward layer, applied to each row independently:
//
//   y = act(x w_1 + b_1) w_2 + b_2                        (Vaswani et al. 2017, eq. 2)
//   y = (act(x w_gate) * (x w_1 + b_1)) w_2 + b_2         gated; SwiGLU is the case with SiLU and
//                                                         without biases (Shazeer 2020, eq. 6)
#pragma once

#include <cstdint>
#include <type_traits>

#include "attention/trace_hooks.h"
#include "base/matrix.h"
#include "base/tensor.h"
#include "kernels/packed_matrix.h"
#include "ops/activation.h"

namespace attn {

struct FeedForwardConfig {
  Index d_model = 0;
  Index d_ff = 0;
  Activation activation = Activation::kRelu;
  bool gated = false;
  bool bias = true;
};

// Throws std::invalid_argument for d_model or d_ff < 1.
void check_feed_forward_config(const FeedForwardConfig& config);

struct FeedForwardParameters {
  Matrix w_1;     // [d_model, d_ff]
  RowVector b_1;  // [d_ff], or empty without bias
  Matrix w_2;     // [d_ff, d_model]
  RowVector b_2;  // [d_model], or empty without bias
  Matrix w_gate;  // [d_model, d_ff] when gated, else empty

  // Initial values before training: matrices are normal with variance 2 / (rows + columns), each
  // from its own stream of the seed. Biases are 0.
  static FeedForwardParameters random(const FeedForwardConfig& config, std::uint64_t seed);

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w_1", self.w_1);
    visit("b_1", self.b_1);
    visit("w_2", self.w_2);
    visit("b_2", self.b_2);
    visit("w_gate", self.w_gate);
  }
};

// Every field has the shape of x, except for the last axis.
struct FeedForwardTrace {
  Tensor gate;       // [batch, query, d_ff]     x w_gate (gated only)
  Tensor hidden;     // [batch, query, d_ff]     x w_1 + b_1
  Tensor activated;  // [batch, query, d_ff]     act(hidden), or act(gate) when gated
  Tensor product;    // [batch, query, d_ff]     activated * hidden (gated only)
  Tensor y;          // [batch, query, d_model]

  // Calls visit(name, tensor) for every field, including empty ones, in the order above.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("gate", self.gate);
    visit("hidden", self.hidden);
    visit("activated", self.activated);
    visit("product", self.product);
    visit("y", self.y);
  }
};

struct FeedForwardGradients {
  FeedForwardParameters parameters;  // d_w_1 ..
  Tensor d_x;
};

class FeedForward {
 public:
  FeedForward() = default;  // for an attention-only layer: without parameters

  // Throws std::invalid_argument for d_model or d_ff < 1, or if a parameter's shape does not match
  // the configuration (naming both).
  FeedForward(const FeedForwardConfig& config, FeedForwardParameters parameters);

  // A layer of zeros for inference; see MultiHead.
  FeedForward(const FeedForwardConfig& config, ParameterForm form);

  //   x      [.., d_model], with any number of leading axes; [batch, query, d_model] with hooks
  //   trace  if not null, receives every intermediate result
  //   hooks  at the fields of the trace
  //   returns y, shaped as x
  Tensor forward(const Tensor& x, FeedForwardTrace* trace = nullptr,
                 const TraceHooks& hooks = {}) const;

  //   trace  from forward with the same x
  //   d_y    shaped as x
  FeedForwardGradients backward(const Tensor& x, const FeedForwardTrace& trace, const Tensor& d_y,
                                const TraceHooks& hooks = {}) const;

  // Packs the matrices in this form and frees the float32 ones; see MultiHead.
  void pack_as(ParameterForm form);
  std::size_t packed_bytes() const { return w_1_.bytes() + w_2_.bytes() + w_gate_.bytes(); }

  const FeedForwardConfig& config() const { return config_; }
  const FeedForwardParameters& parameters() const { return parameters_; }

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each. If the
  // layer is not const, `visit` may change elements but not shapes.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    FeedForwardParameters::for_each(self.parameters_, visit);
    if constexpr (!std::is_const_v<Self>) self.pack();
  }

  // visit(name, PackedParameter) for every packed matrix; see MultiHead.
  template <class Visit>
  static void for_each_packed(FeedForward& self, Visit&& visit) {
    PackedParameter w_1{&self.w_1_, 0}, w_2{&self.w_2_, 0}, w_gate{&self.w_gate_, 0};
    visit("w_1", w_1);
    visit("w_2", w_2);
    if (self.config_.gated) visit("w_gate", w_gate);
  }

 private:
  void pack();

  FeedForwardConfig config_;
  FeedForwardParameters parameters_;
  PackedMatrix w_1_, w_2_, w_gate_;  // packed copies of the parameters
};

}  // namespace attn
