// How far a model with rounded parameters is from the exact one.
#pragma once

#include "models/token_model.h"

namespace attn {

struct RoundingError {
  double largest_difference = 0;  // of an attention weight, over all layers and heads
  double mean_difference = 0;     // the mean over rows of weights of the row's largest difference
  double other_key = 0;  // the share of rows of weights whose largest weight is at another key
  // The smallest cosine, over the batch, between the exact and the rounded mean of an item's
  // vectors in the last layer.
  double least_cosine = 1;
};

// Runs both models on the same inputs. Rows of padded queries and batch items without a real
// position are left out. The mean of nothing is 0.
// Throws std::invalid_argument for an encoder-decoder, and for models of different shapes.
RoundingError rounding_error(const TokenModel& exact, const TokenModel& rounded,
                             const ModelInputs& inputs);

}  // namespace attn
