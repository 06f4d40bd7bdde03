// Linformer: keys and values are projected along the sequence, from n to k_projected rows.
//                                                                   (Wang et al. 2020, eq. 7)
//   context = softmax(scale q (e k)ᵀ) (f v)
#pragma once

#include <cstdint>

#include "attention/scaled_dot_product.h"
#include "efficient/variant_options.h"

namespace attn {

// Shared by all heads ("headwise sharing" in the paper).
struct LinformerParameters {
  Matrix e;  // [k_projected, key]
  Matrix f;  // [k_projected, key]

  // Normally distributed with variance 1 / k_projected, as in theorem 2 of the paper.
  static LinformerParameters random(Index k_projected, Index n_key, std::uint64_t seed);

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("e", self.e);
    visit("f", self.f);
  }
};

struct LinformerTrace {
  Tensor projected_k;  // [batch, kv_head, projected, d_head]  e k, with padding as 0
  Tensor projected_v;  // [batch, kv_head, projected, d_v]     f v, with padding as 0
  Tensor scores;       // [batch, head, query, projected]      scale q (e k)ᵀ
  Tensor weights;      // [batch, head, query, projected]
  Tensor row_status;   // [batch, head, query]                 RowStatus of each row, as a number
  Tensor context;      // [batch, head, query, d_v]

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("projected_k", self.projected_k);
    visit("projected_v", self.projected_v);
    visit("scores", self.scores);
    visit("weights", self.weights);
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

//   q  [batch, head, query, d_head]    k  [batch, kv_head, key, d_head]
//   v  [batch, kv_head, key, d_v]      num_kv_heads divides num_heads
//   returns context [batch, head, query, d_v]
//
// There is no causal form, because a projected key mixes all positions. If a batch item has no real
// key, its context is zero. Throws std::invalid_argument when the shapes disagree, naming both.
Tensor linformer_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           const LinformerParameters& parameters,
                           const VariantOptions& options = {}, LinformerTrace* trace = nullptr);

struct LinformerGradients {
  Tensor d_q, d_k, d_v;
  LinformerParameters parameters;  // d_e, d_f: summed over heads and batch items
};

//   d_context  [batch, head, query, d_v]
LinformerGradients linformer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                                const LinformerParameters& parameters,
                                                const VariantOptions& options,
                                                const Tensor& d_context);

}  // namespace attn
