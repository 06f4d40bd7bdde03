#include "layers/hooked_norm.h"

#include "base/check.h"

namespace attn {
namespace {

// The norm's parameters, or a changed copy, stored in `copy`.
const NormParameters& changed(const HookedNorm& norm, NormParameters& copy) {
  if (norm.hooks == nullptr || norm.hooks->empty()) return norm.parameters;
  copy = norm.parameters;
  const TraceHooks hooks = norm.hooks->in(norm.name);
  if (copy.gamma.size() != 0) hooks.change("gamma", copy.gamma);
  if (copy.beta.size() != 0) hooks.change("beta", copy.beta);
  return copy;
}

}  // namespace

void check_norm(NormKind kind, const NormParameters& parameters, Index d_model) {
  check_row("gamma", parameters.gamma, d_model);
  const Index beta = parameters.beta.size();
  if (beta == 0 || (beta == d_model && kind == NormKind::kLayer)) return;
  refuse("expected beta of shape [{}], got [{}]", {kind == NormKind::kLayer ? d_model : 0, beta});
}

Tensor normalize(const HookedNorm& norm, const Tensor& x) {
  NormParameters copy;
  Tensor y = Tensor::zeros_like(x);
  normalize(norm.kind, rows_of(x), changed(norm, copy), norm.epsilon, rows_of(y));
  return y;
}

Tensor normalize_backward(const HookedNorm& norm, const Tensor& x, const Tensor& d_y,
                          NormParameters& d_parameters) {
  NormParameters copy;
  Tensor d_x = Tensor::zeros_like(x);
  d_parameters = normalize_backward(norm.kind, rows_of(x), changed(norm, copy), norm.epsilon,
                                    rows_of(d_y), rows_of(d_x));
  return d_x;
}

}  // namespace attn
