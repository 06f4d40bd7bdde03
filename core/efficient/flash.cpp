#include "efficient/flash.h"

#include <algorithm>
#include <utility>

#include "attention/attention_call.h"
#include "base/check.h"

namespace attn {

TileSizes FlashOptions::tile_sizes() const {
  check_min("block", block, 1);
  TileSizes sizes;
  sizes.queries = std::min(sizes.queries, block);
  sizes.keys = block;
  return sizes;
}

Tensor flash_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                       const FlashOptions& options, FlashTrace* trace) {
  const TileSizes sizes = options.tile_sizes();
  const AttentionCall call =
      check_attention_call(q, k, v, mask, AttentionOptions{options.scale, options.temperature});
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  Tensor context = call.zero_context(v);
  FlashTrace new_trace;
  for (Tensor* row_values :
       {&new_trace.row_max, &new_trace.exponential_sum, &new_trace.row_status}) {
    if (trace != nullptr) *row_values = call.zero_rows();
  }
  TiledAttention tiles(call, mask, options.temperature, nullptr, sizes);

  const AttendedHeads heads{heads_in(q), heads_in(k), heads_in(v), heads_in(context)};
  const Index group = call.heads_per_kv();
  for (Index b = 0; b < batch; ++b) {
    for (Index kv_head = 0; kv_head < call.num_kv_heads; ++kv_head) {
      tiles.attend(heads, b, kv_head);
      const Index first_row = (b * num_heads + kv_head * group) * n_query;
      for (Index row = 0; trace != nullptr && row < group * n_query; ++row) {
        const SoftmaxRow& softmax = tiles.row(row / n_query, row % n_query);
        const auto at = static_cast<std::size_t>(first_row + row);
        new_trace.row_max.data[at] = softmax.row_max;
        new_trace.exponential_sum.data[at] = softmax.exponential_sum;
        new_trace.row_status.data[at] = static_cast<float>(softmax.status);
      }
    }
  }
  if (trace != nullptr) {
    new_trace.context = context;
    *trace = std::move(new_trace);
  }
  return context;
}

}  // namespace attn
