// Exact attention, some queries at a time: memory is that of [chunk, key] scores, and the bits are
// those of scaled_dot_product_attention with a trace.   (Rabe & Staats 2021, section 2, without
// their tiling of the keys)
#pragma once

#include <optional>

#include "attention/scaled_dot_product.h"

namespace attn {

struct ChunkedOptions {
  std::optional<float> scale;  // of q kᵀ; 1/√d_head when absent, 1 for none
  float temperature = 1;
  Index block = 64;  // queries of a chunk
};

struct ChunkedTrace {
  Tensor row_status;  // [batch, head, query]  RowStatus of each row, as a number
  Tensor context;     // [batch, head, query, d_v]

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

// Everything as scaled_dot_product_attention says. Throws also for a block below 1.
Tensor chunked_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                         const ChunkedOptions& options = {}, ChunkedTrace* trace = nullptr);

// d_context [batch, head, query, d_v]; each chunk's weights are made again.
AttentionGradients chunked_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                              const Mask& mask, const ChunkedOptions& options,
                                              const Tensor& d_context);

}  // namespace attn
