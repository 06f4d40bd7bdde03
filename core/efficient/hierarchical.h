// Near keys one by one, far ones by the summary of their chunk.    (two levels of the hierarchies
// of Zhu & Soricut 2021 and of Yuan et al. 2025, section 3.3.1, with the mean as the summary)
//
//   A query sees each key of its own chunk, and of every other chunk one key and one value, their
//   means; over all of these there is one softmax. Causal: the keys of its chunk up to itself, and
//   the chunks before.
//
// Chunks of 1 or of n are exact attention.
#pragma once

#include "attention/scaled_dot_product.h"
#include "efficient/variant_options.h"

namespace attn {

struct Hierarchical {
  Index chunk = 16;  // keys of a chunk; the last may be shorter
  bool causal = false;
};

struct HierarchicalTrace {
  Tensor mean_k;           // [batch, kv_head, chunk, d_head]     over the real keys; 0 without any
  Tensor mean_v;           // [batch, kv_head, chunk, d_v]        likewise
  Tensor own_weights;      // [batch, head, query, key_in_chunk]  of the keys of the query's chunk
  Tensor summary_weights;  // [batch, head, query, chunk]         0 for its own chunk
  Tensor row_status;       // [batch, head, query]                RowStatus, as a number
  Tensor context;          // [batch, head, query, d_v]

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("mean_k", self.mean_k);
    visit("mean_v", self.mean_v);
    visit("own_weights", self.own_weights);
    visit("summary_weights", self.summary_weights);
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

//   q  [batch, head, query, d_head]    k  [batch, kv_head, key, d_head]
//   v  [batch, kv_head, key, d_v]      num_kv_heads divides num_heads
//   returns context [batch, head, query, d_v]
//
// Query i is in the chunk of the key at i + n_key - n_query; one that stands before the first key
// has no chunk of its own. Padding is left out of the means, and never read. Throws
// std::invalid_argument when the shapes disagree, naming both, and for a chunk below 1.
Tensor hierarchical_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                              const Hierarchical& config, const VariantOptions& options = {},
                              HierarchicalTrace* trace = nullptr);

// d_context [batch, head, query, d_v]; a mean passes its gradient to its keys in equal parts.
AttentionGradients hierarchical_attention_backward(const Tensor& q, const Tensor& k,
                                                   const Tensor& v, const Hierarchical& config,
                                                   const VariantOptions& options,
                                                   const Tensor& d_context);

}  // namespace attn
