#include "efficient/variant_options.h"

#include "base/check.h"
#include "ops/mask_patterns.h"

namespace attn {

AttentionCall check_variant_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                 const VariantOptions& options) {
  AttentionOptions exact;
  exact.scale = options.scale;
  const AttentionCall call = check_attention_call(q, k, v, Mask::none(), exact);
  if (!options.key_padding.empty()) {
    check_key_padding("key_padding", options.key_padding, call.shape.batch, call.shape.n_key);
  }
  for (const std::uint8_t real : options.key_padding) {
    if (real > 1) refuse("expected key_padding to hold 0 or 1, got {}", {Index{real}});
  }
  return call;
}

void check_d_context(const Tensor& d_context, const AttentionCall& call, const Tensor& v) {
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  check_shape("d_context", d_context, {batch, num_heads, n_query, v.shape[3]});
}

}  // namespace attn
