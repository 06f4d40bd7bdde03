#include "analysis/weights/attention_distance.h"

#include <cmath>

#include "analysis/mean.h"
#include "analysis/weights/weights.h"

namespace attn {

Tensor attention_distance(const Tensor& weights) {
  check_weights(weights);
  Tensor distance = zero_per_head(weights);
  for (Index i = 0; i < distance.size(); ++i) {
    const ConstMatrixMap w = weights.matrix(i);
    const Index offset = w.cols() - w.rows();  // p(i) - i
    Mean mean;
    for (Index query = 0; query < w.rows(); ++query) {
      double query_distance = 0;
      bool attends = false;
      for (Index j = 0; j < w.cols(); ++j) {
        attends = attends || w(query, j) != 0;
        query_distance +=
            static_cast<double>(w(query, j)) * static_cast<double>(std::abs(query + offset - j));
      }
      if (attends) mean.add(query_distance);
    }
    distance.data[static_cast<std::size_t>(i)] = mean.value_or(0);
  }
  return distance;
}

}  // namespace attn
