// Attention over an explicit list of (query, key) pairs. Time and memory are linear in the number
// of pairs.
//
//   context[i] = sum_{j in keys(i)} softmax_j(scale q[i] · k[j]) v[j]
#pragma once

#include <span>
#include <vector>

#include "attention/scaled_dot_product.h"
#include "efficient/sparse_pattern.h"
#include "efficient/variant_options.h"

namespace attn {

// Tensors over pairs are concatenated over batch items, heads and queries, in this order.
struct SparseTrace {
  Tensor keys_per_query;  // [batch, head, query]  the number of keys of each query
  Tensor keys;            // [pair]                the key of each pair
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
//   patterns  one pattern for all heads and batch items, or [batch * head] patterns; not copied
//   returns context [batch, head, query, d_v]
//
// A query without keys gets a zero context. If a score is not finite, the row's context is NaN, its
// row_status says so, and its weights are NaN except at padding.
// Unlisted keys and padding are never read, nor is a value whose weight is exactly 0.
// Throws std::invalid_argument when the shapes disagree, naming both.
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                        std::span<const SparsePattern> patterns, const VariantOptions& options = {},
                        SparseTrace* trace = nullptr);

inline Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                               const SparsePattern& pattern, const VariantOptions& options = {},
                               SparseTrace* trace = nullptr) {
  return sparse_attention(q, k, v, std::span(&pattern, 1), options, trace);
}

//   d_context  [batch, head, query, d_v]
// Recomputes the weights of each row.
AttentionGradients sparse_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                             std::span<const SparsePattern> patterns,
                                             const VariantOptions& options,
                                             const Tensor& d_context);
inline AttentionGradients sparse_attention_backward(const Tensor& q, const Tensor& k,
                                                    const Tensor& v, const SparsePattern& pattern,
                                                    const VariantOptions& options,
                                                    const Tensor& d_context) {
  return sparse_attention_backward(q, k, v, std::span(&pattern, 1), options, d_context);
}

}  // namespace attn
