// Every intermediate of multi-head attention, in the order in which the formula computes it.
// A field that was not asked for, or that an algorithm never makes, stays empty.
#pragma once

#include "base/tensor.h"

namespace attn {

struct AttentionTrace {
  Tensor q;              // [batch, head, query, d_head]   query w_q + b_q, split into heads
  Tensor k;              // [batch, head, key, d_head]     key w_k + b_k
  Tensor v;              // [batch, head, key, d_head]     value w_v + b_v
  Tensor scores;         // [batch, head, query, key]      q kᵀ / √d_head
  Tensor masked_scores;  // [batch, head, query, key]      scores + score_bias, -inf where masked
  Tensor weights;        // [batch, head, query, key]      softmax of each row
  Tensor row_status;     // [batch, head, query]           RowStatus of each row, as a number
  Tensor context;        // [batch, head, query, d_head]   weights v
  Tensor concat;         // [batch, query, d_model]        the heads' contexts side by side
  Tensor output;         // [batch, query, d_model]        concat w_o + b_o

  // visit(name, tensor) for every field, empty ones too, in the order above.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("q", self.q);
    visit("k", self.k);
    visit("v", self.v);
    visit("scores", self.scores);
    visit("masked_scores", self.masked_scores);
    visit("weights", self.weights);
    visit("row_status", self.row_status);
    visit("context", self.context);
    visit("concat", self.concat);
    visit("output", self.output);
  }
};

}  // namespace attn
