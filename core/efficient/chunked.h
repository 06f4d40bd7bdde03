// Exact attention, computed for one chunk of queries at a time.
//                           (Rabe & Staats 2021, section 2, without their tiling of the keys)
// It needs memory for [chunk, key] scores only. Results are bit-identical to
// scaled_dot_product_attention with a trace.
#pragma once

#include <optional>

#include "attention/scaled_dot_product.h"

namespace attn {

struct ChunkedOptions {
  std::optional<float> scale = {};  // multiplies q kᵀ; default 1/√d_head
  float temperature = 1;
  Index block = 64;  // queries per chunk
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

// Shapes and masks as in scaled_dot_product_attention. Throws as scaled_dot_product_attention, and
// for block < 1.
Tensor chunked_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                         const ChunkedOptions& options = {}, ChunkedTrace* trace = nullptr);

//   d_context  [batch, head, query, d_v]
// Recomputes the weights of each chunk.
AttentionGradients chunked_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                              const Mask& mask, const ChunkedOptions& options,
                                              const Tensor& d_context);

}  // namespace attn
