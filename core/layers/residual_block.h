// A part of a layer (attention or feed-forward) with its norm and residual connection:
//
//   post-norm   norm(x + part(x))
//   pre-norm    x + part(norm(x))
//
// In training, dropout is applied to the part's result.
#pragma once

#include "base/tensor.h"
#include "layers/layer_config.h"
#include "layers/pass_options.h"
#include "ops/layer_norm.h"

namespace attn {

class ResidualBlock {
 public:
  ResidualBlock() = default;  // for a layer without this block: without parameters

  // A non-owning reference to a function, the part's forward or backward. The function must outlive
  // the call.
  class Part {
   public:
    template <class Body>
    Part(const Body& body)  // implicit, so that a lambda can be passed
        : body_(&body), call_([](const void* function, const Tensor& x) {
            return (*static_cast<const Body*>(function))(x);
          }) {}
    Tensor operator()(const Tensor& x) const { return call_(body_, x); }

   private:
    const void* body_;
    Tensor (*call_)(const void* body, const Tensor& x);
  };

  // The names of a block's norm and of its sum, such as "norm_1" and "residual_1".
  struct Names {
    const char *norm, *residual;
  };

  // `config` must be resolved.
  // Throws std::invalid_argument unless the norm's parameters have width d_model, naming both.
  ResidualBlock(const LayerConfig& config, const Names& names, bool is_last, NormParameters norm);

  // The fields of the layer's trace that receive the norm's result and the sum. The last block's
  // returned result goes to `output` instead.
  struct Kept {
    bool keeps;
    Tensor &norm, &residual, &output;
  };

  //   x     [.., d_model]
  //   part  returns a tensor of the same shape as its argument
  //   returns the norm (post-norm) or the sum (pre-norm)
  Tensor forward(const Tensor& x, const Part& part, const PassOptions& options,
                 const Kept& kept) const;

  //   x, residual    from forward, with the same options
  //   d_output       shaped as x
  //   part_backward  maps the gradient of the part's result to the gradient of its argument
  //   d_norm         out
  //   returns d_x
  Tensor backward(const Tensor& x, const Tensor& residual, const PassOptions& options,
                  const Tensor& d_output, const Part& part_backward, NormParameters& d_norm) const;

  // Calls visit(name, row vector) for the norm's parameters; see MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    NormParameters::for_each(self.norm_, visit);
  }

 private:
  Dropout dropout_of(const PassOptions& options) const;

  NormKind kind_ = NormKind::kLayer;
  float epsilon_ = 0;
  bool norm_first_ = false, is_last_ = false;
  // "norm_1" is the part that gamma and beta belong to, "residual_1" selects the dropout's seed.
  Names parameters_ = {};
  // The same as fields of the layer's trace, where the last block's result is "output".
  Names fields_ = {};
  NormParameters norm_;
};

}  // namespace attn
