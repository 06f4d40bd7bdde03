#include "analysis/vectors/cosine_by_layer.h"

#include <algorithm>

#include "analysis/mean.h"
#include "base/check.h"
#include "ops/cosine.h"

namespace attn {

Tensor cosine_by_layer(const Tensor& vectors) {
  if (vectors.rank() != 3) {
    refuse("expected vectors of shape [word, layer, d_model], got {}", {vectors});
  }
  const Index words = vectors.shape[0], layers = vectors.shape[1];
  Tensor cosines({"layer", "word", "other_word"}, {layers, words, words});
  for (Index layer = 0; layer < layers; ++layer) {
    MatrixMap layer_cosines = cosines.matrix(layer);
    for (Index i = 0; i < words; ++i) {
      for (Index j = 0; j <= i; ++j) {
        const double value = cosine(vectors.matrix(i).row(layer), vectors.matrix(j).row(layer));
        layer_cosines(i, j) = layer_cosines(j, i) = static_cast<float>(value);
      }
    }
  }
  return cosines;
}

GroupCosines mean_cosines(const Tensor& cosines, const std::vector<Index>& group) {
  if (cosines.rank() != 3 || cosines.shape[1] != cosines.shape[2]) {
    refuse("expected cosines of shape [layer, word, word], got {}", {cosines});
  }
  const Index layers = cosines.shape[0], words = cosines.shape[1];
  const auto got = static_cast<Index>(group.size());
  if (got != words) refuse("expected a group for each of {} words, got {}", {words, got});
  Index groups = 0;
  for (const Index each : group) {
    if (each < 0 || each >= words) {
      refuse("expected groups from 0 to {}, got {}", {words - 1, each});
    }
    groups = std::max(groups, each + 1);
  }
  GroupCosines means{Tensor({"group", "layer"}, {groups, layers}), Tensor({"layer"}, {layers})};
  for (Index layer = 0; layer < layers; ++layer) {
    const ConstMatrixMap layer_cosines = cosines.matrix(layer);
    std::vector<Mean> within(static_cast<std::size_t>(groups));
    Mean across;
    for (Index i = 0; i < words; ++i) {
      const Index group_i = group[static_cast<std::size_t>(i)];
      for (Index j = 0; j < i; ++j) {
        const bool same = group[static_cast<std::size_t>(j)] == group_i;
        (same ? within[static_cast<std::size_t>(group_i)] : across)
            .add(double{layer_cosines(i, j)});
      }
    }
    for (Index g = 0; g < groups; ++g) {
      means.within.matrix()(g, layer) = within[static_cast<std::size_t>(g)].value_or(0);
    }
    means.across.data[static_cast<std::size_t>(layer)] = across.value_or(0);
  }
  return means;
}

}  // namespace attn
