// A part of a layer with its norm and its residual:
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
  // What the part does, or its gradient: only looked at, so it has to outlive the call.
  class Part {
   public:
    template <class Body>
    Part(const Body& body)  // NOLINT: a part is what its body does
        : body_(&body), call_([](const void* its_body, const Tensor& x) {
            return (*static_cast<const Body*>(its_body))(x);
          }) {}
    Tensor operator()(const Tensor& x) const { return call_(body_, x); }

   private:
    const void* body_;
    Tensor (*call_)(const void* body, const Tensor& x);
  };

  // `config` is resolved. Throws std::invalid_argument when the norm's parameters are not d_model
  // wide, naming both.
  ResidualBlock(const LayerConfig& config, NormParameters norm);

  //   x  [.., d_model]; the part returns what is shaped as its argument
  //   norm      when given, receives what the norm returns
  //   residual  when given, receives the sum
  //   returns the second of the two to be computed
  Tensor forward(const Tensor& x, const Part& part, Tensor* norm, Tensor* residual) const;

  //   x, residual     forward's
  //   d_output        shaped as x
  //   part_backward   from the gradient of what the part returned to that of its argument
  //   d_norm          out
  //   returns d_x
  Tensor backward(const Tensor& x, const Tensor& residual, const Tensor& d_output,
                  const Part& part_backward, NormParameters& d_norm) const;

  // visit(name, row vector) for the norm's parameters; see MultiHead.
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
