// Every intermediate of multi-head attention, in the order of the computation. A field that `keep`
// does not select, or that an algorithm does not compute, is left unchanged: it is empty unless the
// trace has been used before. `dropped_weights` is emptied if nothing is dropped.
#pragma once

#include "base/keep.h"
#include "base/tensor.h"

namespace attn {

struct AttentionTrace {
  // kWeights fills `weights`; kBackward fills q, k, v, weights and concat, and masked_scores if an
  // intervention changes the weights.
  Keep keep = Keep::kTrace;

  // Split into heads; q and k after rotation if positions are rotary.
  Tensor q;  // [batch, head, query, d_head]    query w_q + b_q
  Tensor k;  // [batch, kv_head, key, d_head]   key w_k + b_k
  Tensor v;  // [batch, kv_head, key, d_v]      value w_v + b_v

  // [batch, head, query, key]
  Tensor scores;           // scale q kᵀ
  Tensor masked_scores;    // scores + every bias, -inf where masked
  Tensor weights;          // softmax(masked_scores / temperature)
  Tensor dropped_weights;  // weights * dropout factors; empty without dropout

  Tensor row_status;  // [batch, head, query]           RowStatus of each row, as a number
  Tensor context;     // [batch, head, query, d_v]      (dropped) weights v; 0 where a head is off
  Tensor concat;      // [batch, query, num_heads d_v]  the heads' contexts side by side
  Tensor output;      // [batch, query, d_model]        concat w_o + b_o

  // visit(name, tensor) for every field, empty ones too, in the order above.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("q", self.q);
    visit("k", self.k);
    visit("v", self.v);
    visit("scores", self.scores);
    visit("masked_scores", self.masked_scores);
    visit("weights", self.weights);
    visit("dropped_weights", self.dropped_weights);
    visit("row_status", self.row_status);
    visit("context", self.context);
    visit("concat", self.concat);
    visit("output", self.output);
  }
};

}  // namespace attn
