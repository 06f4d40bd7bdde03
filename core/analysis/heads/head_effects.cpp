#include "analysis/heads/head_effects.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "analysis/mean.h"
#include "analysis/vectors/similarities.h"
#include "base/check.h"
#include "base/finite.h"
#include "base/heap_sort.h"
#include "layers/part.h"

namespace attn {

Tensor similarities_without_heads(Index layer, const TokenModel& model, const ModelInputs& inputs,
                                  const std::vector<Intervention>& interventions) {
  const StackConfig& layers = model.config().layers;
  check_index("layer", layer, layers.num_layers);
  const auto i = static_cast<std::size_t>(layer);
  const std::string attention = layer_name(i) + ".attention";
  Tensor without_head({"head"}, {layers.of_layer(i).attention.num_heads});
  std::vector<Intervention> changes = interventions;
  changes.emplace_back();
  for (Index head = 0; head < without_head.size(); ++head) {
    changes.back() = Intervention::head_off(attention, head);
    const Tensor now = similarities(model, inputs, changes);
    if (now.shape[0] < 2) refuse("expected at least two texts, got {}", {now.shape[0]});
    without_head.data[static_cast<std::size_t>(head)] = now.matrix()(0, 1);
  }
  return without_head;
}

HeadEffects head_effects(float before, const Tensor& without, const std::vector<Index>& named) {
  if (without.rank() != 2) {
    refuse("expected similarities of shape [layer, head], got {}", {without});
  }
  for (const Index head : named) check_index("head", head, without.size());
  HeadEffects effects{Tensor({"layer", "head"}, without.shape), {}, 0, 0};
  std::vector<float>& changes = effects.changes.data;
  std::transform(without.data.begin(), without.data.end(), changes.begin(),
                 [before](float each) { return each - before; });
  effects.order.resize(changes.size());
  std::iota(effects.order.begin(), effects.order.end(), Index{0});
  // Sorting needs an order for NaN: after all numbers.
  const auto size_of = [&](Index head) {
    const float size = std::abs(changes[static_cast<std::size_t>(head)]);
    return std::isnan(size) ? -1 : size;
  };
  heap_sort(effects.order.begin(), effects.order.end(), [&](Index one, Index other) {
    const float a = size_of(one), b = size_of(other);
    return a != b ? a > b : one < other;
  });
  Mean sizes[2];  // |change| of the heads without a name, and of those with one
  for (Index head = 0; head < effects.changes.size(); ++head) {
    const bool has_name = std::find(named.begin(), named.end(), head) != named.end();
    sizes[has_name].add(double{std::abs(changes[static_cast<std::size_t>(head)])});
  }
  effects.unnamed_mean = sizes[0].value_or(kNaN);
  effects.named_mean = sizes[1].value_or(kNaN);
  return effects;
}

}  // namespace attn
