// Options and checks shared by the sparse and approximate attention variants.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/attention_call.h"

namespace attn {

struct VariantOptions {
  std::optional<float> scale;  // multiplies q kᵀ; default 1/√d_head

  // [batch, key]: 1 for a real token, 0 for padding, which is never read. Empty when all keys are
  // real.
  std::vector<std::uint8_t> key_padding;
};

// Throws std::invalid_argument as scaled_dot_product_attention does, and unless key_padding is
// empty or [batch, key] with values 0 and 1.
AttentionCall check_variant_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                 const VariantOptions& options);

// Throws std::invalid_argument unless d_context is [batch, head, query, d_v].
void check_d_context(const Tensor& d_context, const AttentionCall& call, const Tensor& v);

// The position of query i among the keys, which are at 0, 1, ..: the last query is at the last key.
inline Index query_position(const ScoresShape& shape, Index i) {
  return i + shape.n_key - shape.n_query;
}

// Which keys of one batch item are real. It refers to the options' key_padding.
class RealKeys {
 public:
  RealKeys(const VariantOptions& options, const ScoresShape& shape, Index batch)
      : flags_(options.key_padding.empty() ? nullptr
                                           : options.key_padding.data() + batch * shape.n_key) {}

  bool operator[](Index j) const { return flags_ == nullptr || flags_[j] != 0; }
  bool unpadded() const { return flags_ == nullptr; }

 private:
  const std::uint8_t* flags_;  // [key]; null without key_padding
};

}  // namespace attn
