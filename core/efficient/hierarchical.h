// Hierarchical attention: near keys individually, distant keys as one mean per chunk.
//   (two levels of the hierarchies of Zhu & Soricut 2021 and Yuan et al. 2025, section 3.3.1, with
//   the mean as the summary)
//
// A query attends to each key of its own chunk, and to the mean key and mean value of every other
// chunk, with one softmax over all of them. When causal: to the keys of its own chunk up to its own
// position, and to the means of earlier chunks.
//
// A chunk size of 1 or n gives exact attention.
#pragma once

#include "attention/scaled_dot_product.h"
#include "efficient/variant_options.h"

namespace attn {

struct Hierarchical {
  Index chunk = 16;  // keys per chunk; the last chunk may be shorter
  bool causal = false;
};

struct HierarchicalTrace {
  Tensor mean_k;       // [batch, kv_head, chunk, d_head]     over the chunk's real keys; 0 if none
  Tensor mean_v;       // [batch, kv_head, chunk, d_v]        likewise
  Tensor own_weights;  // [batch, head, query, key_in_chunk]  for the keys of the query's own chunk
  Tensor summary_weights;  // [batch, head, query, chunk]         0 for the query's own chunk
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
// Query i belongs to the chunk of key i + n_key - n_query; if that position is negative, it has no
// chunk of its own. Padding is excluded from the means and never read. Throws std::invalid_argument
// when the shapes disagree, naming both, and for chunk < 1.
Tensor hierarchical_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                              const Hierarchical& config, const VariantOptions& options = {},
                              HierarchicalTrace* trace = nullptr);

//   d_context  [batch, head, query, d_v]
// The gradient of a mean is shared equally by its real keys.
AttentionGradients hierarchical_attention_backward(const Tensor& q, const Tensor& k,
                                                   const Tensor& v, const Hierarchical& config,
                                                   const VariantOptions& options,
                                                   const Tensor& d_context);

}  // namespace attn
