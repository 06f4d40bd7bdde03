// The norm after the last layer of a stack.
#pragma once

#include "attention/trace_hooks.h"
#include "base/tensor.h"
#include "layers/layer_config.h"
#include "ops/layer_norm.h"

namespace attn {

class FinalNorm {
 public:
  // `config` must be resolved. Without final_norm the parameters are empty, and forward and
  // backward are the identity. Throws std::invalid_argument unless the parameters have width
  // d_model.
  FinalNorm(const StackConfig& config, NormParameters parameters);

  //   x      [.., d_model]
  //   hooks  of the stack: interventions at the norm's parameters
  //   returns the normalized x, same shape
  Tensor forward(Tensor x, const TraceHooks& hooks) const;
  //   d_parameters  out
  //   returns d_x
  Tensor backward(const Tensor& x, const Tensor& d_output, const TraceHooks& hooks,
                  NormParameters& d_parameters) const;

  // Calls visit(name, row vector) for every parameter; see MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    NormParameters::for_each(self.parameters_, visit);
  }

 private:
  bool exists_;
  NormKind kind_;
  float epsilon_;
  NormParameters parameters_;
};

}  // namespace attn
