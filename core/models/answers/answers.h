// Turns logits into answers: the probability of each answer, and the most probable ones.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

struct Guess {
  Index answer = 0;
  float probability = 0;
};

// The softmax of each row of answers.
//   logits   [batch, n, answers_per_place * answers]
//   returns  [batch, n * answers_per_place, answers]
Tensor probabilities_of(const Tensor& logits, Index answers_per_place);

// ln p of an answer, computed in double from the logits: accurate however small p is. NaN where the
// softmax is NaN, and if no answer has a finite logit.
//   logits  [answers]
double log_probability(const float* logits, Index answers, Index answer);

// Up to `count` answers of each row, the most probable first, equal ones by index.
//   probabilities  [.., answers]
std::vector<std::vector<Guess>> best_guesses(const Tensor& probabilities, std::size_t count = 5);

}  // namespace attn
