// FlashAttention: exact attention in tiles, with an online softmax. Backward recomputes the weights
// tile by tile. No [query, key] matrix is allocated, so memory is linear in the sequence lengths.
//                                                     (Dao et al. 2022, algorithms 1 and 4)
// Forward is attention/tiled_attention.h, shared with scaled_dot_product_attention.
#pragma once

#include <optional>

#include "attention/scaled_dot_product.h"
#include "attention/tiled_attention.h"

namespace attn {

struct FlashOptions {
  std::optional<float> scale = {};  // multiplies q kᵀ; default 1/√d_head
  float temperature = 1;
  Index block = TileSizes().keys;  // keys per tile; a tile has at most 64 queries

  // Throws std::invalid_argument for block < 1.
  TileSizes tile_sizes() const;
};

// row_max and exponential_sum give each row's log-sum-exp,
// row_max / temperature + ln(exponential_sum). Backward needs nothing else to recompute the
// weights.
struct FlashTrace {
  // [batch, head, query]
  Tensor row_max;          // the largest masked score; 0 for an empty row
  Tensor exponential_sum;  // sum of exp((masked_score - row_max) / temperature)
  Tensor row_status;       // RowStatus of each row, as a number
  Tensor context;          // [batch, head, query, d_v]

  // visit(name, tensor) for every field, empty ones too.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("row_max", self.row_max);
    visit("exponential_sum", self.exponential_sum);
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

//   q     [batch, head, query, d_head]
//   k     [batch, kv_head, key, d_head]   num_kv_heads divides num_heads
//   v     [batch, kv_head, key, d_v]
//   mask  any mask; its [query, key] parts are read in place, tile by tile
//   returns context [batch, head, query, d_v]
//
// Equal to scaled_dot_product_attention up to rounding, with the same treatment of empty rows,
// non-finite rows and masked NaN. Throws as scaled_dot_product_attention, and for
// block < 1.
Tensor flash_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                       const FlashOptions& options = {}, FlashTrace* trace = nullptr);

//   trace      from flash_attention with the same inputs
//   d_context  [batch, head, query, d_v]
//
// Recomputes the weights of each tile from row_max and exponential_sum:
//   d_masked_scores = weights (d_context vᵀ - sum_c d_context context) / temperature
// Memory is linear in the sequence lengths, except for d_score_bias, which has the bias's shape.
AttentionGradients flash_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const Mask& mask, const FlashOptions& options,
                                            const FlashTrace& trace, const Tensor& d_context);

}  // namespace attn
