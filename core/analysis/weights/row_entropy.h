// The entropy of each query's weights: over how many keys it spreads its attention.
#pragma once

#include "base/tensor.h"

namespace attn {

//   entropy[i]          = -sum_j weights[i, j] ln weights[i, j]    in nats; 0 ln 0 = 0
//   effective_tokens[i] = exp(entropy[i])        the perplexity; k for equal weights on k keys
//   weights [.., query, key]    entropy, effective_tokens [.., query]
// A row that attends to nothing has entropy 0 and 0 effective tokens. A row of NaN has NaN in both.
// Throws std::invalid_argument for weights of fewer than 2 axes.
struct RowEntropy {
  Tensor entropy, effective_tokens;
};
RowEntropy row_entropy(const Tensor& weights);

}  // namespace attn
