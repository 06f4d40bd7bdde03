// One checked call of scaled dot-product attention: its extents and the scale of its scores;
// forward and backward inside of scaled_dot_product.h, with the position biases of multi-head
// attention.
#pragma once

#include <cmath>

#include "attention/heads_view.h"
#include "attention/scaled_dot_product.h"
#include "kernels/product.h"

namespace attn {

struct AttentionCall {
  ScoresShape shape;
  Index num_kv_heads = 1;
  float divisor = 1, factor = 1;  // score = dot product / divisor * factor; one of them is 1

  // Which matrix of k and v head h of batch item b reads.
  Index kv_matrix(Index b, Index h) const {
    return b * num_kv_heads + h / (shape.num_heads / num_kv_heads);
  }

  void scale(MatrixRef x) const;  // in place

  // Zeros: a context [batch, head, query, d_v], and a number for each of its rows.
  Tensor zero_context(const Tensor& v) const;
  Tensor zero_rows() const;

  //   q [rows, d_head]    k_transposed [d_head, columns]  a MatrixView or a PackedMatrix
  //   scores [rows, columns]  out
  template <class Keys>
  void multiply_scores(const MatrixView& q, const Keys& k_transposed, MatrixRef scores) const {
    // 1/8 for a head of 64: the product of both rounds as the quotient does.
    int exponent = 0;
    const bool folds = divisor == 1 || std::frexp(divisor, &exponent) == 0.5f;
    ProductOptions options;
    if (folds) options.alpha = factor / divisor;
    multiply(q, k_transposed, scores, options);
    if (!folds) scale(scores);
  }
};

// Throws std::invalid_argument for a scale that is not finite, for a temperature that is not above
// 0.
void check_softening(const std::optional<float>& scale, float temperature);

// Throws std::invalid_argument as scaled_dot_product_attention says.
AttentionCall check_attention_call(const ScoresShape& shape, Index num_kv_heads, Index d_head,
                                   const Mask& mask, const AttentionOptions& options);
AttentionCall check_attention_call(const Tensor& q, const Tensor& k, const Tensor& v,
                                   const Mask& mask, const AttentionOptions& options);

struct PositionBias;

// Where the gradients of q, k and v go, one matrix a head as theirs. What was there before is not
// read.
struct HeadsGradients {
  HeadsRef d_q, d_k, d_v;
};

// As the functions of scaled_dot_product.h, on heads in place. Forward fills the trace's fields
// between q, k, v and the context; backward fills `made` and returns d_score_bias. `positions` may
// be null; its bias is added after the mask. `d_relative_bias` [num_buckets, num_heads] is added
// to, when there are positions.
void attend(const AttendedHeads& heads, const AttentionCall& call, const Mask& mask,
            const AttentionOptions& options, const PositionBias* positions, AttentionTrace* trace);
Tensor attend_backward(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionCall& call,
                       const Mask& mask, const AttentionOptions& options,
                       const PositionBias* positions, const Tensor& weights,
                       const Tensor& d_context, const HeadsGradients& made,
                       MatrixRef d_relative_bias);

}  // namespace attn
