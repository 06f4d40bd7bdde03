// A norm of sequences (ops/layer_norm.h) whose parameters interventions may change.
#pragma once

#include "attention/trace_hooks.h"
#include "base/tensor.h"
#include "ops/layer_norm.h"

namespace attn {

struct HookedNorm {
  NormKind kind;
  float epsilon;
  const NormParameters& parameters;
  const TraceHooks* hooks = nullptr;  // of the part that the norm is in; null for none
  const char* name = "";              // of the norm in it: "norm_1"
};

// Throws std::invalid_argument unless gamma is [d_model] and beta is empty or, for LayerNorm,
// [d_model].
void check_norm(NormKind kind, const NormParameters& parameters, Index d_model);

// Normalizes each row.
Tensor normalize(const HookedNorm& norm, const Tensor& x);

//   d_parameters  out
//   returns d_x
Tensor normalize_backward(const HookedNorm& norm, const Tensor& x, const Tensor& d_y,
                          NormParameters& d_parameters);

}  // namespace attn
