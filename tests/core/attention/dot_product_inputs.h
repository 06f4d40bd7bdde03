// Inputs of the scaled dot-product tests, and the trace of a call.
#pragma once

#include <utility>
#include <vector>

#include "attention/scaled_dot_product.h"
#include "ops/softmax.h"
#include "support/inputs.h"
#include "support/masks.h"

namespace attn {

struct Inputs {
  Tensor q, k, v;
};

inline Tensor heads_of(Index n, Index width, std::vector<float> data, const char* n_axis = "key") {
  return Tensor({"batch", "head", n_axis, "d_head"}, {1, 1, n, width}, std::move(data));
}

inline Inputs random_inputs(Index batch, Index num_heads, Index n_query, Index n_key, Index d_head,
                            Index d_v) {
  return {random_heads(batch, num_heads, n_query, d_head, "query", 1),
          random_heads(batch, num_heads, n_key, d_head, "key", 2),
          random_heads(batch, num_heads, n_key, d_v, "key", 3)};
}

inline AttentionTrace trace_of(const Inputs& in, const Mask& mask,
                               const AttentionOptions& options = {}) {
  AttentionTrace trace;
  scaled_dot_product_attention(in.q, in.k, in.v, mask, options, &trace);
  return trace;
}

inline RowStatus status_of(const AttentionTrace& trace, std::size_t row) {
  return static_cast<RowStatus>(static_cast<int>(trace.row_status.data[row]));
}

}  // namespace attn
