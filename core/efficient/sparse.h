// Attention over listed pairs of query and key only: time and memory grow with their number.
//
//   context[i] = sum_{j in keys(i)} softmax_j(scale q[i] · k[j]) v[j]
#pragma once

#include <vector>

#include "attention/scaled_dot_product.h"
#include "efficient/sparse_pattern.h"
#include "efficient/variant_options.h"

namespace attn {

// The pairs of all heads lie one after the other, head by head, query by query.
struct SparseTrace {
  Tensor keys_per_query;  // [batch, head, query]  how many pairs are the query's
  Tensor keys;            // [pair]                the key of each
  Tensor scores;          // [pair]                scale q · k
  Tensor masked_scores;   // [pair]                -inf where the key is padding
  Tensor weights;         // [pair]
  Tensor row_status;      // [batch, head, query]  RowStatus of each row, as a number
  Tensor context;         // [batch, head, query, d_v]

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("keys_per_query", self.keys_per_query);
    visit("keys", self.keys);
    visit("scores", self.scores);
    visit("masked_scores", self.masked_scores);
    visit("weights", self.weights);
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

//   q         [batch, head, query, d_head]
//   k         [batch, kv_head, key, d_head]   num_kv_heads divides num_heads
//   v         [batch, kv_head, key, d_v]
//   patterns  one for all heads and batch items, or batch * head many
//   returns context [batch, head, query, d_v]
//
// A query without keys gets a zero context; one with a score that is not finite gets NaN, flagged,
// and NaN for weights, but where the key is padding.
// Keys that are not listed, or padding, are never read; nor is a value whose weight is exactly 0.
// Throws std::invalid_argument when the shapes disagree, naming both.
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                        const std::vector<SparsePattern>& patterns,
                        const VariantOptions& options = {}, SparseTrace* trace = nullptr);

// d_context [batch, head, query, d_v]; each row's weights are made again.
AttentionGradients sparse_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                             const std::vector<SparsePattern>& patterns,
                                             const VariantOptions& options,
                                             const Tensor& d_context);

}  // namespace attn
