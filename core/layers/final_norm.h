// The norm after the last layer of a stack, and what names and counts the layers.
#pragma once

#include <cstddef>
#include <string>

#include "base/tensor.h"
#include "layers/layer_config.h"
#include "ops/layer_norm.h"

namespace attn {

class FinalNorm {
 public:
  // `config` is resolved. Without final_norm the parameters are empty, and both ways are the
  // identity. Throws std::invalid_argument for parameters of another width than d_model.
  FinalNorm(const StackConfig& config, NormParameters parameters);

  //   x [.., d_model]    returns the same shape
  Tensor forward(Tensor x) const;
  //   d_parameters  out    returns d_x
  Tensor backward(const Tensor& x, const Tensor& d_output, NormParameters& d_parameters) const;

  // visit(name, row vector); see MultiHead.
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

// "layers.0"
std::string layer_name(std::size_t layer);

// Throws std::invalid_argument unless there is one `what` a layer: "expected 2 caches, got 3".
void check_layer_count(const StackConfig& config, const char* what, std::size_t count);

}  // namespace attn
