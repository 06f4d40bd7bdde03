// The arithmetic of one query's row, step by step.
#pragma once

#include "attention/trace.h"
#include "base/tensor.h"

namespace attn {

struct RowDetail {
  Tensor products;         // [key, d_head] q[i] k[j][i]: their sum over i is q · k, up to rounding
  Tensor dots;             // [key]         q · k, before the scale
  Tensor scores;           // [key]         q · k / √d_head, or q · k times the scale that was set
  Tensor masked_scores;    // [key]         -inf where masked
  Tensor row_max;          // []            the largest masked score, subtracted before exp
  Tensor exponentials;     // [key]         exp((masked_scores - row_max) / temperature)
  Tensor exponential_sum;  // []
  Tensor weights;          // [key]         exponentials / exponential_sum
  Tensor ranking;          // [rank]        key indices by descending weight, ties by position
  Tensor rest_weight;      // []            sum of the weights of keys outside the ranking
  Tensor context;          // [d_v]         (dropped) weights v
  Tensor contributions;    // [key, d_v]    (dropped) weights[j] v[j]: what each key adds to the
                           //               context; computed even if the head is off
  Tensor rest_contributions;  // [d_v]         sum of the contributions of keys outside the ranking

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("products", self.products);
    visit("dots", self.dots);
    visit("scores", self.scores);
    visit("masked_scores", self.masked_scores);
    visit("row_max", self.row_max);
    visit("exponentials", self.exponentials);
    visit("exponential_sum", self.exponential_sum);
    visit("weights", self.weights);
    visit("ranking", self.ranking);
    visit("rest_weight", self.rest_weight);
    visit("context", self.context);
    visit("contributions", self.contributions);
    visit("rest_contributions", self.rest_contributions);
  }
};

// The row of one head, from a full trace. weights, scores, masked_scores and context are copied
// from the trace; dots, exponentials and sums are computed as in the forward pass.
//   max_keys     the maximum number of keys in the ranking
//   temperature  that of the forward pass
// Throws std::invalid_argument for an index outside the trace, or for a trace that is not full.
RowDetail row_detail(const AttentionTrace& trace, Index batch, Index head, Index query,
                     Index max_keys, float temperature = 1);

// The same row averaged over heads. weights are the mean over heads; context [num_heads d_v] and
// contributions [key, num_heads d_v] are those of all heads side by side, as in `concat`. Fields
// that have no meaning across heads (products, dots, scores, masked_scores, exponentials, row_max,
// exponential_sum) stay empty.
RowDetail mean_row_detail(const AttentionTrace& trace, Index batch, Index query, Index max_keys);

}  // namespace attn
