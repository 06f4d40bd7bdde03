// What every approximate variant of attention takes, whatever keys it keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/attention_call.h"

namespace attn {

struct VariantOptions {
  std::optional<float> scale;  // of q kᵀ; 1/√d_head when absent, 1 for none

  // [batch, key]: 1 where the key is a real token, 0 where it is padding, which is never read;
  // empty when all are real.
  std::vector<std::uint8_t> key_padding;
};

// Throws std::invalid_argument as scaled_dot_product_attention does, and for a key_padding that is
// not [batch, key] or holds anything but 0 and 1.
AttentionCall check_variant_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                 const VariantOptions& options);

// Throws std::invalid_argument unless d_context is [batch, head, query, d_v].
void check_d_context(const Tensor& d_context, const AttentionCall& call, const Tensor& v);

// "expected window of at least 0, got -1"
void check_min(const char* name, Index number, Index min);

// Of keys that stand at 0, 1, ..: the last query stands at the last key.
inline Index query_position(const ScoresShape& shape, Index i) {
  return i + shape.n_key - shape.n_query;
}

// Whether a context is used by nobody. Then backward takes its row of weights for 0: those of a
// padded token may be NaN, which a product with 0 would hand on.
bool is_unused(const float* d_context, Index d_v);

//   d_context  [rows, d_v]      weights  [rows, columns]  0 where d_context's row is
void leave_out_unused(ConstMatrixRef d_context, MatrixRef weights);

// The flags of one batch item's keys; null when all are real.
const std::uint8_t* real_keys(const VariantOptions& options, const ScoresShape& shape, Index batch);

}  // namespace attn
