#include "analysis/heads/head_figures.h"

#include "analysis/mean.h"
#include "analysis/weights/attention_distance.h"
#include "analysis/weights/row_entropy.h"
#include "analysis/weights/weights.h"

namespace attn {

HeadFigures head_figures(const Tensor& weights, const std::vector<Index>& tokens) {
  check_weights(weights);
  const RowEntropy rows = row_entropy(weights);
  HeadFigures figures{zero_per_head(weights), attention_distance(weights),
                      token_share(weights, tokens)};
  const Index n_query = weights.shape[2];
  for (Index head = 0; head < figures.entropy.size(); ++head) {
    Mean mean;
    for (Index query = 0; query < n_query; ++query) {
      const auto row = static_cast<std::size_t>(head * n_query + query);
      if (rows.effective_tokens.data[row] != 0) mean.add(double{rows.entropy.data[row]});
    }
    figures.entropy.data[static_cast<std::size_t>(head)] = mean.value_or(0);
  }
  return figures;
}

}  // namespace attn
