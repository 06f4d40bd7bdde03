// One checked call of scaled dot-product attention: its extents and the scale of its scores. Also
// the forward and backward passes shared by scaled_dot_product.h and multi-head attention, with
// position biases.
#pragma once

#include <algorithm>
#include <cmath>

#include "attention/heads_view.h"
#include "attention/scaled_dot_product.h"
#include "attention/trace_hooks.h"
#include "kernels/product.h"

namespace attn {

// The index of the matrix of k and v that head h of batch item b reads.
inline Index kv_matrix(Index b, Index h, Index num_heads, Index num_kv_heads) {
  return b * num_kv_heads + h / (num_heads / num_kv_heads);
}

struct AttentionCall {
  ScoresShape shape;
  Index num_kv_heads = 1;
  float divisor = 1, factor = 1;  // score = dot product / divisor * factor; one of them is 1

  // The number of query heads that share a head of keys and values.
  Index heads_per_kv() const { return shape.num_heads / std::max<Index>(num_kv_heads, 1); }
  Index kv_matrix(Index b, Index h) const {
    return attn::kv_matrix(b, h, shape.num_heads, num_kv_heads);
  }

  void scale(MatrixRef x) const;  // in place

  // Zeros [batch, head, query, d_v] and [batch, head, query].
  Tensor zero_context(const Tensor& v) const;
  Tensor zero_rows() const;

  //   q [rows, d_head]    k_transposed [d_head, columns]  a MatrixView or a PackedMatrix
  //   scores [rows, columns]  out
  template <class Keys>
  void multiply_scores(const MatrixView& q, const Keys& k_transposed, MatrixRef scores) const {
    // A divisor that is a power of two (8 for d_head 64) can be applied as a factor: multiplying by
    // its inverse rounds exactly as dividing does.
    int exponent = 0;
    const bool folds = divisor == 1 || std::frexp(divisor, &exponent) == 0.5f;
    ProductOptions options;
    if (folds) options.alpha = factor / divisor;
    multiply(q, k_transposed, scores, options);
    if (!folds) scale(scores);
  }
};

// Throws std::invalid_argument for a scale that is not finite, or a temperature that is not finite
// and above 0.
void check_scale_and_temperature(const std::optional<float>& scale, float temperature);

// Throws as scaled_dot_product_attention.
AttentionCall check_attention_call(const ScoresShape& shape, Index num_kv_heads, Index d_head,
                                   const Mask& mask, const AttentionOptions& options);
AttentionCall check_attention_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                   const Mask& mask, const AttentionOptions& options);

// Sets the rows of x [rows, columns] to 0 where the row of d_context [rows, d_v] is zero: it
// contributes nothing, even where it would be multiplied by NaN, as a padded token's weights may
// be.
void leave_out_unused(ConstMatrixRef d_context, MatrixRef x);

struct PositionBias;

// What backward reads of the forward pass.
struct AttendedTensors {
  const Tensor &q, &k, &v;  // [batch, head, query, d_head], [batch, kv_head, key, d_head or d_v]
  const Tensor& weights;    // [batch, head, query, key]
  // Read only if an intervention changes weights; then forward fills them also for
  // Keep::kBackward.
  const Tensor* masked_scores = nullptr;
};

// Where backward writes the gradients, one matrix per head, shaped as those of q, k and v. Existing
// values are overwritten.
struct HeadsGradients {
  HeadsRef d_q, d_k, d_v;
};

// The functions of scaled_dot_product.h, on heads that are read and written in place. Forward
// writes heads.context and fills the trace's fields from scores to row_status. Backward writes
// `gradients` and returns d_score_bias.
//   positions        may be null; the bias is added after the mask
//   d_relative_bias  [num_buckets, num_heads]  added to, for T5's buckets
//   hooks            forward: at the fields from scores to context; backward: from weights to q
void attend(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
            const AttentionOptions& options, const PositionBias* positions, AttentionTrace* trace,
            const TraceHooks& hooks = {});
Tensor attend_backward(const AttendedTensors& forward, const AttentionCall& call, const Mask& mask,
                       const AttentionOptions& options, const PositionBias* positions,
                       const Tensor& d_context, const HeadsGradients& gradients,
                       MatrixRef d_relative_bias, const TraceHooks& hooks = {});

}  // namespace attn
