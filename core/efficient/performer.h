// softmax attention by random features, linear in n: FAVOR+.          (Choromanski et al. 2021)
//
//   exp(x · y) = E_w[ exp(w · x - |x|²/2) exp(w · y - |y|²/2) ],  w normal      (lemma 1)
//
//   with x = √scale q, y = √scale k, num_features rows w_m:
//   query_exponents[i, m] = w_m · x_i               (|x_i|²/2 is common to a row, and cancels)
//   key_exponents[j, m]   = w_m · y_j - |y_j|²/2
//   context[i] = sum_m exp(query_exponents[i, m]) sum_j exp(key_exponents[j, m]) v_j
//                / the same with 1 for v_j
//
// Exponents are taken relative to each feature's maximum over the keys, then to each query's over
// the features. So every exponential is at most 1, one is 1, and the denominator at least that: no
// epsilon is needed. The causal form keeps running sums over the keys with running maxima, so that
// no key changes a bit of an earlier query's context.
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
  Tensor key_exponents;    // [batch, kv_head, key, feature]  -inf of padding
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
// Every head has the same features. A query without keys gets a zero context. A key that overflows
// makes every query that sees it kNotFinite. Throws std::invalid_argument when the shapes disagree,
// naming both; for num_features below 1; for a scale that is not above 0.
Tensor performer_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           const Performer& config, const VariantOptions& options = {},
                           PerformerTrace* trace = nullptr);

// d_context [batch, head, query, d_v]; the features are constants.
AttentionGradients performer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                                const Performer& config,
                                                const VariantOptions& options,
                                                const Tensor& d_context);

}  // namespace attn
