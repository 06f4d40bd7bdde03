#include "efficient/flash.h"

#include <utility>

#include "attention/tiled_attention.h"
#include "efficient/flash_tiles.h"

namespace attn {

Tensor flash_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                       const FlashOptions& options, FlashTrace* trace) {
  const Operands operands = check_flash_operands(q, k, v, mask, options);
  const auto [batch, num_heads, n_query, n_key] = operands.shape;
  const Index d_v = v.shape[3];
  Tensor context({"batch", "head", "query", v.axes[3]}, {batch, num_heads, n_query, d_v});
  FlashTrace made;
  for (Tensor* of_rows : {&made.row_max, &made.exponential_sum, &made.row_status}) {
    if (trace != nullptr)
      *of_rows = Tensor({"batch", "head", "query"}, {batch, num_heads, n_query});
  }
  TiledAttention tiles(operands, mask, options.temperature, nullptr,
                       {options.block, options.block});

  HeadGroup group;
  group.num_heads = num_heads == 0 ? 0 : num_heads / operands.num_kv_heads;
  group.q_step = n_query * q.shape[3];
  group.context_stride = d_v;
  group.context_step = n_query * d_v;
  for (group.batch = 0; group.batch < batch; ++group.batch) {
    for (group.first_head = 0; group.first_head < num_heads; group.first_head += group.num_heads) {
      const Index i = group.batch * num_heads + group.first_head;
      const Index i_kv = operands.kv_matrix(group.batch, group.first_head);
      group.q = q.matrix(i);
      group.k = k.matrix(i_kv);
      group.v = v.matrix(i_kv);
      group.context = context.matrix(i).data();
      tiles.attend(group);
      for (Index row = 0; trace != nullptr && row < group.num_heads * n_query; ++row) {
        const SoftmaxRow& softmax = tiles.row(row / n_query, row % n_query);
        const auto at = static_cast<std::size_t>(i * n_query + row);
        made.row_max.data[at] = softmax.row_max;
        made.exponential_sum.data[at] = softmax.exponential_sum;
        made.row_status.data[at] = static_cast<float>(softmax.status);
      }
    }
  }
  if (trace != nullptr) {
    made.context = context;
    *trace = std::move(made);
  }
  return context;
}

}  // namespace attn
