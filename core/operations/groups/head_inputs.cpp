#include "operations/groups/head_inputs.h"

#include <utility>

namespace attn {

HeadInputs::HeadInputs(NamedTensors& inputs)
    : q(name_input(inputs, "q", {"batch", "head", "query", "d_head"}, 4)),
      k(name_input(inputs, "k", {"batch", "kv_head", "key", "d_head"}, 4)),
      v(name_input(inputs, "v", {"batch", "kv_head", "key", "d_v"}, 4)),
      shape{q.shape[0], q.shape[1], q.shape[2], k.shape[2]} {}

const Tensor& HeadInputs::read_d_context(const NamedTensors& d_outputs) const {
  return read_d_output(d_outputs, "d_context",
                       {shape.batch, shape.num_heads, shape.n_query, v.shape[3]});
}

NamedTensors named_gradients(AttentionGradients gradients, const NamedTensors& inputs) {
  NamedTensors named;
  named.put("d_q", std::move(gradients.d_q));
  named.put("d_k", std::move(gradients.d_k));
  named.put("d_v", std::move(gradients.d_v));
  put_d_score_bias(named, inputs, std::move(gradients.d_score_bias));
  return named;
}

}  // namespace attn
