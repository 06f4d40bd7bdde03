// How many keys each query spreads its attention over.
#pragma once

#include "base/tensor.h"

namespace attn {

//   entropy[i]          = -sum_j weights[i, j] ln weights[i, j]      in nats, 0 ln 0 being 0
//   effective_tokens[i] = exp(entropy[i])          k for equal weights on k keys (a perplexity)
//   weights [.., query, key]    both [.., query]
// A row that attends to nothing has entropy 0 and 0 effective tokens; one of NaN has NaN.
// Throws std::invalid_argument for weights of fewer than 2 axes.
struct RowEntropy {
  Tensor entropy, effective_tokens;
};
RowEntropy row_entropy(const Tensor& weights);

}  // namespace attn
