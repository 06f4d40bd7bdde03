#include "layers/residual_block.h"

#include <utility>

#include "layers/hooked_norm.h"
#include "layers/sequence.h"

namespace attn {

ResidualBlock::ResidualBlock(const LayerConfig& config, const Names& names, bool is_last,
                             NormParameters norm)
    : kind_(config.norm),
      epsilon_(config.epsilon),
      norm_first_(config.norm_first),
      is_last_(is_last),
      parameters_(names),
      fields_(names),
      norm_(std::move(norm)) {
  if (is_last) (norm_first_ ? fields_.residual : fields_.norm) = "output";
  in_part(names.norm, [&] { check_norm(kind_, norm_, config.attention.d_model); });
}

Dropout ResidualBlock::dropout_of(const PassOptions& options) const {
  return part_dropout({options.residual_dropout, options.dropout.seed}, parameters_.residual);
}

Tensor ResidualBlock::forward(const Tensor& x, const Part& part, const PassOptions& options,
                              const Kept& kept) const {
  const auto added = [&](const Tensor& input) {
    Tensor y = part(input);
    drop(dropout_of(options), y);
    y = sum(std::move(y), x);
    options.hooks.change(fields_.residual, y);
    return y;
  };
  const auto normed = [&](const Tensor& input) {
    Tensor y = normalize({kind_, epsilon_, norm_, &options.hooks, parameters_.norm}, input);
    options.hooks.change(fields_.norm, y);
    return y;
  };
  Tensor first = norm_first_ ? normed(x) : added(x);
  Tensor second = norm_first_ ? added(first) : normed(first);
  if (kept.keeps) {
    (norm_first_ ? kept.norm : kept.residual) = std::move(first);
    Tensor& field = norm_first_ ? kept.residual : kept.norm;
    (is_last_ ? kept.output : field) = second;
  }
  return second;
}

Tensor ResidualBlock::backward(const Tensor& x, const Tensor& residual, const PassOptions& options,
                               const Tensor& d_output, const Part& part_backward,
                               NormParameters& d_norm) const {
  const auto norm_backward = [&](const Tensor& input, const Tensor& d_y) {
    Tensor changed;
    return normalize_backward({kind_, epsilon_, norm_, &options.hooks, parameters_.norm}, input,
                              options.hooks.backward(fields_.norm, d_y, changed), d_norm);
  };
  // The gradients of part(y) + x with respect to y and to x, from d, the gradient of the sum.
  Tensor changed;
  const auto sum_backward = [&](const Tensor& d_sum) -> std::pair<Tensor, const Tensor&> {
    const Tensor& d = options.hooks.backward(fields_.residual, d_sum, changed);
    if (options.residual_dropout == 0) return {part_backward(d), d};
    Tensor dropped = d;
    drop(dropout_of(options), dropped);
    return {part_backward(dropped), d};
  };
  if (norm_first_) {
    const auto [d_normed, d] = sum_backward(d_output);
    return sum(norm_backward(x, d_normed), d);
  }
  const Tensor d_sum = norm_backward(residual, d_output);
  auto [d_x, d] = sum_backward(d_sum);
  return sum(std::move(d_x), d);
}

}  // namespace attn
