// One query's row, from attention weights alone: scores and values are unknown.
#pragma once

#include <optional>

#include "base/tensor.h"

namespace attn {

struct WeightsRow {
  Tensor weights;           // [key]   of one head, or their mean over all heads
  Tensor ranking;           // [rank]  key indices by descending weight, ties by position, NaN last
  Tensor rest_weight;       // []      sum of the weights of keys outside the ranking
  Tensor sum;               // []      of all weights: 1 for a distribution
  Tensor entropy;           // []      of the row, in nats (see row_entropy)
  Tensor effective_tokens;  // []      exp(entropy)

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("weights", self.weights);
    visit("ranking", self.ranking);
    visit("rest_weight", self.rest_weight);
    visit("sum", self.sum);
    visit("entropy", self.entropy);
    visit("effective_tokens", self.effective_tokens);
  }
};

//   weights   [batch, head, query, key]
//   head      absent: the mean over all heads
//   max_keys  the maximum number of keys in the ranking
// Throws std::invalid_argument for weights of another shape, and for an index outside them.
WeightsRow weights_row(const Tensor& weights, Index batch, std::optional<Index> head, Index query,
                       Index max_keys);

}  // namespace attn
