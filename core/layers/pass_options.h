// The options of a pass through layers: dropout and hooks. Each part has its own dropout seed.
#pragma once

#include "attention/trace_hooks.h"
#include "base/tensor.h"
#include "layers/part.h"
#include "ops/dropout.h"
#include "ops/layer_norm.h"

namespace attn {

struct PassOptions {
  Dropout dropout = {};          // on the attention weights; its seed is used for every dropout
  double residual_dropout = 0;   // probability: on the result of attention and feed-forward
  double embedding_dropout = 0;  // probability: on the embedded inputs
  TraceHooks hooks = {};

  PassOptions() = default;
  PassOptions(const Dropout& weights) : dropout(weights) {}  // NOLINT: implicit

  PassOptions in(const char* part) const {
    PassOptions options = *this;
    options.dropout = part_dropout(dropout, part);
    options.hooks = hooks.in(part);
    return options;
  }
};

// The parameters of a norm with the interventions at them: `norm` itself, or a changed copy, stored
// in `copy`.
//   hooks  of the norm
const NormParameters& changed(const NormParameters& norm, const TraceHooks& hooks,
                              NormParameters& copy);

// Multiplies x by the factors of dropout: x in forward, its gradient in backward.
void drop(const Dropout& dropout, Tensor& x);

}  // namespace attn
