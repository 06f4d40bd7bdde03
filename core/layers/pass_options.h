// The options of a pass through layers: dropout and hooks. Each part has its own dropout seed.
#pragma once

#include "attention/trace_hooks.h"
#include "base/tensor.h"
#include "layers/part.h"
#include "ops/dropout.h"

namespace attn {

struct PassOptions {
  Dropout dropout = {};  // on the attention weights; the seeds of all dropouts come from its seed
  double residual_dropout = 0;   // probability: on the result of attention and feed-forward
  double embedding_dropout = 0;  // probability: on the embedded inputs
  TraceHooks hooks = {};

  PassOptions() = default;
  PassOptions(const Dropout& weights) : dropout(weights) {}  // implicit

  PassOptions in(const char* part) const {
    PassOptions options = *this;
    options.dropout = part_dropout(dropout, part);
    options.hooks = hooks.in(part);
    return options;
  }
};

// Multiplies x by the factors of dropout: x in forward, its gradient in backward.
void drop(const Dropout& dropout, Tensor& x);

}  // namespace attn
