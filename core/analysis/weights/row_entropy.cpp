#include "analysis/weights/row_entropy.h"

#include <cmath>

#include "base/check.h"
#include "base/finite.h"
#include "base/portable_math.h"

namespace attn {
namespace {

double entropy_of(ConstMatrixRef row) {
  double entropy = 0;
  for (Index j = 0; j < row.cols(); ++j) {
    const double weight = row(0, j);
    if (!(weight >= 0)) return double{kNaN};
    if (weight > 0) entropy -= weight * natural_log(weight);
  }
  return entropy;
}

}  // namespace

RowEntropy row_entropy(const Tensor& weights) {
  if (weights.rank() < 2) {
    refuse("expected weights of shape [.., query, key], got {}", {weights});
  }
  const Tensor rows({weights.axes.begin(), weights.axes.end() - 1},
                    {weights.shape.begin(), weights.shape.end() - 1});
  RowEntropy result{rows, rows};
  const Index n_query = rows.shape.back();
  for (Index row = 0; row < rows.size(); ++row) {
    const auto weights_row = weights.matrix(row / n_query).row(row % n_query);
    const double entropy = entropy_of(weights_row);
    const auto i = static_cast<std::size_t>(row);
    result.entropy.data[i] = static_cast<float>(entropy);
    const bool attends = (weights_row.array() != 0).any();
    // exponential() is not defined for NaN.
    result.effective_tokens.data[i] =
        std::isnan(entropy) ? kNaN : static_cast<float>(attends ? exponential(entropy) : 0);
  }
  return result;
}

}  // namespace attn
