#include "models/answers/answers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/finite.h"
#include "base/portable_math.h"
#include "ops/softmax.h"

namespace attn {

Tensor probabilities_of(const Tensor& logits, Index answers_per_place) {
  const Index answers = logits.shape[2] / answers_per_place;
  Tensor probabilities({logits.axes[0], logits.axes[1], "answer"},
                       {logits.shape[0], logits.shape[1] * answers_per_place, answers},
                       logits.data);
  const MatrixMap rows(probabilities.data.data(), probabilities.size() / answers, answers);
  softmax_rows(rows, rows);
  return probabilities;
}

double log_probability(const float* logits, Index answers, Index answer) {
  double largest = double{logits[answer]};
  for (Index i = 0; i < answers; ++i) {
    if (std::isnan(logits[i])) return double{kNaN};
    largest = std::max(largest, double{logits[i]});
  }
  if (std::isinf(largest)) return double{kNaN};
  double sum = 0;
  for (Index i = 0; i < answers; ++i) sum += exponential(double{logits[i]} - largest);
  return double{logits[answer]} - largest - natural_log(sum);
}

std::vector<std::vector<Guess>> best_guesses(const Tensor& probabilities, std::size_t count) {
  const Index answers = probabilities.shape.back();
  std::vector<std::vector<Guess>> best(static_cast<std::size_t>(probabilities.size() / answers));
  std::vector<Index> order(static_cast<std::size_t>(answers));
  const float* p = probabilities.data.data();
  for (std::vector<Guess>& row : best) {
    std::iota(order.begin(), order.end(), Index{0});
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
      const auto from = order.begin() + static_cast<std::ptrdiff_t>(i);
      const auto largest =
          std::max_element(from, order.end(), [p](Index a, Index b) { return p[a] < p[b]; });
      row.push_back({*largest, p[*largest]});
      std::rotate(from, largest, largest + 1);  // keeps the rest in order
    }
    p += answers;
  }
  return best;
}

}  // namespace attn
