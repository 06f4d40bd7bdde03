#include "attention/attention_call.h"

#include <cmath>

#include "base/check.h"
#include "base/finite.h"

namespace attn {
namespace {

bool divides(Index num_kv_heads, Index num_heads) {
  return num_kv_heads == num_heads || (num_kv_heads > 0 && num_heads % num_kv_heads == 0);
}

}  // namespace

void AttentionCall::scale(MatrixRef x) const {
  for (Index i = 0; i < x.rows(); ++i) {
    float* row = x.data() + i * x.outerStride();
    for (Index j = 0; j < x.cols(); ++j) row[j] = row[j] / divisor * factor;
  }
}

Tensor AttentionCall::zero_context(const Tensor& v) const {
  return Tensor({"batch", "head", "query", v.axes[3].c_str()},
                {shape.batch, shape.num_heads, shape.n_query, v.shape[3]});
}

Tensor AttentionCall::zero_rows() const {
  return Tensor({"batch", "head", "query"}, {shape.batch, shape.num_heads, shape.n_query});
}

void check_scale_and_temperature(const std::optional<float>& scale, float temperature) {
  if (scale && !std::isfinite(*scale)) {
    refuse("expected a finite scale, got {}", {number_text(*scale)});
  }
  if (!(temperature > 0 && std::isfinite(temperature))) {
    refuse("expected a finite temperature above 0, got {}", {number_text(temperature)});
  }
}

AttentionCall check_attention_call(const ScoresShape& shape, Index num_kv_heads, Index d_head,
                                   const Mask& mask, const AttentionOptions& options) {
  check_scale_and_temperature(options.scale, options.temperature);
  check_dropout(options.dropout);
  check_mask(mask, shape);
  AttentionCall call{shape, num_kv_heads};
  if (options.scale) {
    call.factor = *options.scale;
  } else {
    call.divisor = std::sqrt(static_cast<float>(d_head));
  }
  return call;
}

AttentionCall check_attention_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                   const Mask& mask, const AttentionOptions& options) {
  if (q.rank() != 4 || q.shape[3] < 1) {
    refuse("expected q of shape [batch, head, query, d_head] with d_head at least 1, got {}", {q});
  }
  if (k.rank() != 4 || k.shape[0] != q.shape[0] || !divides(k.shape[1], q.shape[1]) ||
      k.shape[3] != q.shape[3]) {
    refuse(
        "expected k of shape [batch, kv_head, key, d_head], kv_head dividing head, to go with q "
        "{}, got {}",
        {q, k});
  }
  if (v.rank() != 4 || v.shape[0] != k.shape[0] || v.shape[1] != k.shape[1] ||
      v.shape[2] != k.shape[2]) {
    refuse("expected v of shape [batch, kv_head, key, d_v] to go with k {}, got {}", {k, v});
  }
  return check_attention_call({q.shape[0], q.shape[1], q.shape[2], k.shape[2]}, k.shape[1],
                              q.shape[3], mask, options);
}

void leave_out_unused(ConstMatrixRef d_context, MatrixRef x) {
  for (Index row = 0; row < x.rows(); ++row) {
    const float* d_row = d_context.data() + row * d_context.outerStride();
    if (all_zero(d_row, d_context.cols())) x.row(row).setZero();
  }
}

}  // namespace attn
