// Performer (FAVOR+): softmax attention approximated by random features, in time linear in n.
//                                                                     (Choromanski et al. 2021)
//
//   exp(x · y) = E_w[ exp(w · x - |x|²/2) exp(w · y - |y|²/2) ],  w normal      (lemma 1)
//
//   with x = √scale q, y = √scale k, and num_features random rows w_m:
//   query_exponents[i, m] = w_m · x_i               (|x_i|²/2 is constant in a row and cancels)
//   key_exponents[j, m]   = w_m · y_j - |y_j|²/2
//   context[i] = sum_m exp(query_exponents[i, m]) sum_j exp(key_exponents[j, m]) v_j
//                / (the same sums with 1 in place of v_j)
//
// For stability, exponents are shifted twice: by each feature's maximum over the keys, then by each
// query's maximum over the features. Every exponential is then at most 1 and at least one of them
// equals 1, so the denominator is at least 1 and needs no epsilon. The causal form keeps running
// sums and running maxima over the keys, so a key changes no bit of an earlier query's context.
#pragma once

#include <cstdint>

#include "attention/scaled_dot_product.h"
#include "efficient/variant_options.h"

namespace attn {

struct Performer {
  Index num_features = 256;
  std::uint64_t seed = 0;
  bool orthogonal = true;
  bool causal = false;  // query i sees keys j <= i + n_key - n_query
};

struct PerformerTrace {
  Tensor random_features;  // [feature, d_head]
  Tensor query_exponents;  // [batch, head, query, feature]
  Tensor key_exponents;    // [batch, kv_head, key, feature]  -inf for padding
  Tensor denominator;      // [batch, head, query]  relative to the row's largest exponent
  Tensor row_status;       // [batch, head, query]  RowStatus of each row, as a number
  Tensor context;          // [batch, head, query, d_v]

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("random_features", self.random_features);
    visit("query_exponents", self.query_exponents);
    visit("key_exponents", self.key_exponents);
    visit("denominator", self.denominator);
    visit("row_status", self.row_status);
    visit("context", self.context);
  }
};

//   q  [batch, head, query, d_head]    k  [batch, kv_head, key, d_head]
//   v  [batch, kv_head, key, d_v]      num_kv_heads divides num_heads
//   returns context [batch, head, query, d_v]
//
// All heads share the same features. A query without keys gets a zero context. If a key overflows,
// every query that sees it gets RowStatus::kNotFinite. Throws std::invalid_argument when the shapes
// disagree, naming both; for num_features < 1 or above 2^20 / max(d_head, 64); for scale <= 0.
Tensor performer_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           const Performer& config, const VariantOptions& options = {},
                           PerformerTrace* trace = nullptr);

//   d_context  [batch, head, query, d_v]
// The random features are treated as constants.
AttentionGradients performer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                                const Performer& config,
                                                const VariantOptions& options,
                                                const Tensor& d_context);

}  // namespace attn
