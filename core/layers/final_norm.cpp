#include "layers/final_norm.h"

#include <utility>

#include "layers/hooked_norm.h"
#include "layers/part.h"

namespace attn {

FinalNorm::FinalNorm(const StackConfig& config, NormParameters parameters)
    : exists_(config.final_norm),
      kind_(config.layer.norm),
      epsilon_(config.layer.epsilon),
      parameters_(std::move(parameters)) {
  const Index d_model = exists_ ? config.layer.attention.d_model : 0;
  in_part("norm", [&] { check_norm(kind_, parameters_, d_model); });
}

Tensor FinalNorm::forward(Tensor x, const TraceHooks& hooks) const {
  if (!exists_) return x;
  return normalize({kind_, epsilon_, parameters_, &hooks, "norm"}, x);
}

Tensor FinalNorm::backward(const Tensor& x, const Tensor& d_output, const TraceHooks& hooks,
                           NormParameters& d_parameters) const {
  if (!exists_) return d_output;
  return normalize_backward({kind_, epsilon_, parameters_, &hooks, "norm"}, x, d_output,
                            d_parameters);
}

}  // namespace attn
