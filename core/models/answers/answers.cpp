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
  // A row of NaN stays in its order.
  const auto is_worse = [&p](Index a, Index b) { return p[a] < p[b] || (!(p[b] < p[a]) && a > b); };
  for (std::vector<Guess>& row : best) {
    std::iota(order.begin(), order.end(), Index{0});
    auto end = order.end();
    std::make_heap(order.begin(), end, is_worse);
    while (end != order.begin() && row.size() < count) {
      std::pop_heap(order.begin(), end--, is_worse);
      row.push_back({*end, p[*end]});
    }
    p += answers;
  }
  return best;
}

}  // namespace attn
