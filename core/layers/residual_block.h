// A part of a layer (attention or feed-forward) with its norm and residual connection:
//
//   post-norm   norm(x + part(x))
//   pre-norm    x + part(norm(x))
#pragma once

#include "base/tensor.h"
#include "layers/layer_config.h"
#include "ops/layer_norm.h"

namespace attn {

class ResidualBlock {
 public:
  // A non-owning reference to a function, the part's forward or backward. The function must outlive
  // the call.
  class Part {
   public:
    template <class Body>
    Part(const Body& body)  // NOLINT: implicit, so that a lambda can be passed
        : body_(&body), call_([](const void* function, const Tensor& x) {
            return (*static_cast<const Body*>(function))(x);
          }) {}
    Tensor operator()(const Tensor& x) const { return call_(body_, x); }

   private:
    const void* body_;
    Tensor (*call_)(const void* body, const Tensor& x);
  };

  // `config` must be resolved. Throws std::invalid_argument unless the norm's parameters have width
  // d_model, naming both.
  ResidualBlock(const LayerConfig& config, NormParameters norm);

  //   x         [.., d_model]
  //   part      returns a tensor of the same shape as its argument
  //   norm      if not null, receives the norm's result
  //   residual  if not null, receives the sum
  //   returns the norm (post-norm) or the sum (pre-norm)
  Tensor forward(const Tensor& x, const Part& part, Tensor* norm, Tensor* residual) const;

  //   x, residual    from forward
  //   d_output       shaped as x
  //   part_backward  maps the gradient of the part's result to the gradient of its argument
  //   d_norm         out
  //   returns d_x
  Tensor backward(const Tensor& x, const Tensor& residual, const Tensor& d_output,
                  const Part& part_backward, NormParameters& d_norm) const;

  // Calls visit(name, row vector) for the norm's parameters; see MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    NormParameters::for_each(self.norm_, visit);
  }

 private:
  NormKind kind_;
  float epsilon_;
  bool norm_first_;
  NormParameters norm_;
};

}  // namespace attn
