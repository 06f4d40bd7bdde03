#include "layers/residual_block.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

ResidualBlock::ResidualBlock(const LayerConfig& config, NormParameters norm)
    : kind_(config.norm),
      epsilon_(config.epsilon),
      norm_first_(config.norm_first),
      norm_(std::move(norm)) {
  check_norm(kind_, norm_, config.attention.d_model);
}

Tensor ResidualBlock::forward(const Tensor& x, const Part& part, Tensor* norm,
                              Tensor* residual) const {
  if (norm_first_) {
    Tensor normed = normalize(kind_, x, norm_, epsilon_);
    Tensor output = sum(part(normed), x);
    if (norm != nullptr) *norm = std::move(normed);
    if (residual != nullptr) *residual = output;
    return output;
  }
  Tensor added = sum(part(x), x);
  Tensor output = normalize(kind_, added, norm_, epsilon_);
  if (norm != nullptr) *norm = output;
  if (residual != nullptr) *residual = std::move(added);
  return output;
}

Tensor ResidualBlock::backward(const Tensor& x, const Tensor& residual, const Tensor& d_output,
                               const Part& part_backward, NormParameters& d_norm) const {
  if (norm_first_) {
    const Tensor d_normed = part_backward(d_output);
    return sum(normalize_backward(kind_, x, norm_, epsilon_, d_normed, d_norm), d_output);
  }
  const Tensor d_added = normalize_backward(kind_, residual, norm_, epsilon_, d_output, d_norm);
  return sum(part_backward(d_added), d_added);
}

}  // namespace attn
