#include "layers/residual_block.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

ResidualBlock::ResidualBlock(const LayerConfig& config, const Names& names, bool is_last,
                             NormParameters norm)
    : kind_(config.norm),
      epsilon_(config.epsilon),
      norm_first_(config.norm_first),
      is_last_(is_last),
      part_name_(names.residual),
      names_(names),
      norm_(std::move(norm)) {
  if (is_last) (norm_first_ ? names_.residual : names_.norm) = "output";
  in_part(names.norm, [&] { check_norm(kind_, norm_, config.attention.d_model); });
}

Dropout ResidualBlock::dropout_of(const PassOptions& options) const {
  return part_dropout({options.residual_dropout, options.dropout.seed}, part_name_);
}

Tensor ResidualBlock::forward(const Tensor& x, const Part& part, const PassOptions& options,
                              const Kept& kept) const {
  const auto keep = [&](const Tensor& y, bool is_returned, Tensor& field) {
    if (kept.keeps) (is_last_ && is_returned ? kept.output : field) = y;
  };
  const auto added = [&](const Tensor& input) {
    Tensor y = part(input);
    drop(dropout_of(options), y);
    y = sum(std::move(y), x);
    options.hooks.replace(names_.residual, y);
    keep(y, norm_first_, kept.residual);
    return y;
  };
  const auto normed = [&](const Tensor& input) {
    Tensor y = normalize(kind_, input, norm_, epsilon_);
    options.hooks.replace(names_.norm, y);
    keep(y, !norm_first_, kept.norm);
    return y;
  };
  return norm_first_ ? added(normed(x)) : normed(added(x));
}

Tensor ResidualBlock::backward(const Tensor& x, const Tensor& residual, const PassOptions& options,
                               const Tensor& d_output, const Part& part_backward,
                               NormParameters& d_norm) const {
  Tensor d = d_output;
  const auto norm_backward = [&](const Tensor& input, Tensor d_y) {
    options.hooks.backward(names_.norm, d_y);
    return normalize_backward(kind_, input, norm_, epsilon_, d_y, d_norm);
  };
  // The gradient of part(y) + x with respect to y, from d, the gradient of the sum.
  const auto part_gradient = [&] {
    options.hooks.backward(names_.residual, d);
    if (options.residual_dropout == 0) return part_backward(d);
    Tensor dropped = d;
    drop(dropout_of(options), dropped);
    return part_backward(dropped);
  };
  if (norm_first_) {
    Tensor d_normed = part_gradient();
    return sum(norm_backward(x, std::move(d_normed)), d);
  }
  d = norm_backward(residual, std::move(d));
  return sum(part_gradient(), d);
}

}  // namespace attn
