// The entropy of each query's weights: over how many keys it spreads its attention.
#pragma once

#include "base/tensor.h"

namespace attn {

struct RowEntropy {
  Tensor entropy;           // [.., query]  in nats
  Tensor effective_tokens;  // [.., query]  the perplexity; k for equal weights on k keys
};

//   entropy[i]          = -sum_j weights[i, j] ln weights[i, j], with 0 ln 0 = 0
//   effective_tokens[i] = exp(entropy[i])
//   weights [.., query, key]
// A row that attends to nothing has entropy 0 and 0 effective tokens. A row of NaN has NaN in both.
// Throws std::invalid_argument for weights of fewer than 2 axes.
RowEntropy row_entropy(const Tensor& weights);

}  // namespace attn
