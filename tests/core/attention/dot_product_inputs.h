// Inputs of the scaled dot-product tests, and the trace of a call.
#pragma once

#include "attention/scaled_dot_product.h"

namespace attn {

struct Inputs {
  Tensor q, k, v;
};

inline AttentionTrace trace_of(const Inputs& in, const Mask& mask,
                               const AttentionOptions& options = {}) {
  AttentionTrace trace;
  scaled_dot_product_attention(in.q, in.k, in.v, mask, options, &trace);
  return trace;
}

}  // namespace attn
