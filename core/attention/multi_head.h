// MultiHead(query, key, value) = concat(context_1 .. context_h) w_o + b_o
//   context_i = attention(query w_q_i, key w_k_i, value w_v_i)       (Vaswani et al. 2017, 3.2.2)
#pragma once

#include <cstdint>

#include "attention/trace.h"
#include "base/matrix.h"
#include "base/tensor.h"
#include "ops/mask.h"

namespace attn {

struct MultiHeadConfig {
  Index d_model = 0;
  Index num_heads = 0;  // divides d_model; d_head = d_model / num_heads
  bool bias = true;
};

struct MultiHeadParameters {
  Matrix w_q, w_k, w_v, w_o;  // [d_model, d_model]; head h owns columns [h d_head, (h + 1) d_head)
  RowVector b_q, b_k, b_v, b_o;  // [d_model], or empty without bias

  // Untrained: weights are independent normals of variance 1 / d_model (Glorot's for a square
  // matrix), each matrix from its own stream of the seed; biases are 0.
  static MultiHeadParameters random(const MultiHeadConfig& config, std::uint64_t seed);

  // visit(name, matrix or row vector) for every parameter, empty biases too.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w_q", self.w_q);
    visit("b_q", self.b_q);
    visit("w_k", self.w_k);
    visit("b_k", self.b_k);
    visit("w_v", self.w_v);
    visit("b_v", self.b_v);
    visit("w_o", self.w_o);
    visit("b_o", self.b_o);
  }
};

class MultiHead {
 public:
  // Throws std::invalid_argument: d_model or num_heads < 1, "d_model 8 is not divisible by
  // num_heads 3", or a parameter of another shape than the configuration says (both named).
  MultiHead(const MultiHeadConfig& config, MultiHeadParameters parameters);

  //   query       [batch, query, d_model], or [query, d_model] unbatched
  //   key, value  [batch, key, d_model], or [key, d_model] unbatched, like query
  //   trace       when given, receives every intermediate, with a batch axis in any case
  //   returns output, shaped as query
  // Self-attention is query = key = value; cross-attention takes key = value from elsewhere.
  Tensor forward(const Tensor& query, const Tensor& key, const Tensor& value, const Mask& mask,
                 AttentionTrace* trace = nullptr) const;

  const MultiHeadConfig& config() const { return config_; }
  const MultiHeadParameters& parameters() const { return parameters_; }

 private:
  MultiHeadConfig config_;
  MultiHeadParameters parameters_;
};

}  // namespace attn
