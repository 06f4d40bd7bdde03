// Scaled dot-product attention on the inside: what forward and backward check and look up alike,
// and both with the position biases that multi-head attention adds.
#pragma once

#include <cmath>

#include "attention/heads_view.h"
#include "attention/scaled_dot_product.h"
#include "kernels/product.h"

namespace attn {

struct Operands {
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
Operands check_operands(const ScoresShape& shape, Index num_kv_heads, Index d_head,
                        const Mask& mask, const AttentionOptions& options);
Operands check_operands(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                        const AttentionOptions& options);

struct PositionBias;

// Where the gradients of q, k and v go, one matrix a head as theirs. What was there before is not
// read.
struct HeadsGradients {
  HeadsRef d_q, d_k, d_v;
};

// As the functions of scaled_dot_product.h, on heads as they lie: of the trace, forward fills what
// lies between them and the context; backward fills `made` and returns d_score_bias. `positions`
// may be null; what it adds comes after the mask. `d_relative_bias` [num_buckets, num_heads] is
// added to, when there are positions.
void attend(const AttendedHeads& heads, const Operands& operands, const Mask& mask,
            const AttentionOptions& options, const PositionBias* positions, AttentionTrace* trace);
Tensor attend_backward(const Tensor& q, const Tensor& k, const Tensor& v, const Operands& operands,
                       const Mask& mask, const AttentionOptions& options,
                       const PositionBias* positions, const Tensor& weights,
                       const Tensor& d_context, const HeadsGradients& made,
                       MatrixRef d_relative_bias);

}  // namespace attn
