// Exact attention in tiles, with a running softmax and a backward pass that recomputes the weights
// tile by tile: no [query, key] matrix is ever allocated, so memory is linear in both.
//                                                     (Dao et al. 2022, algorithms 1 and 4)
// Forward is attention/tiled_attention.h, which scaled_dot_product_attention uses as well.
#pragma once

#include <optional>

#include "attention/scaled_dot_product.h"
#include "attention/tiled_attention.h"

namespace attn {

struct FlashOptions {
  std::optional<float> scale;  // of q kᵀ; 1/√d_head when absent, 1 for none
  float temperature = 1;
  Index block = TileSizes().keys;  // keys of a tile, which has at most 64 queries

  // Throws std::invalid_argument for a block below 1.
  TileSizes tile_sizes() const;
};

// row_max and exponential_sum are the two parts of the row's log-sum-exp,
// row_max / temperature + ln(exponential_sum): all that backward has to keep.
struct FlashTrace {
  Tensor row_max;  // [batch, head, query]  the largest masked score; 0 of an empty row
  Tensor
      exponential_sum;  // [batch, head, query]  sum of exp((masked_score - row_max) / temperature)
  Tensor row_status;    // [batch, head, query]  RowStatus of each row, as a number
  Tensor context;       // [batch, head, query, d_v]

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
//   mask  any; a part that is [query, key] is the caller's, and read tile by tile
//   returns context [batch, head, query, d_v], that of scaled_dot_product_attention but for
//   rounding
//
// Empty rows, rows that are not finite and masked NaN as there. Throws std::invalid_argument as it
// does, and for a block below 1.
Tensor flash_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                       const FlashOptions& options = {}, FlashTrace* trace = nullptr);

//   trace      forward's own for these very inputs
//   d_context  [batch, head, query, d_v]
//
// Each tile's weights are made again from row_max and exponential_sum:
//   d_scores = weights (d_context vᵀ - sum_c d_context context) / temperature
// Linear in memory, but for d_score_bias, which is shaped as the bias.
AttentionGradients flash_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const Mask& mask, const FlashOptions& options,
                                            const FlashTrace& trace, const Tensor& d_context);

}  // namespace attn
