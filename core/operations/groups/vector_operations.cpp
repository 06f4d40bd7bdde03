// cosine_by_layer, mean_cosines, turned_vectors, word_paths, head_effects: analyses of the vectors
// and similarities that language models give. Only language.wasm has them: the eigenvectors of
// word_paths alone would add several kB to attention.wasm.
#include <utility>
#include <vector>

#include "analysis/heads/head_effects.h"
#include "analysis/vectors/cosine_by_layer.h"
#include "analysis/vectors/turned_vectors.h"
#include "analysis/vectors/word_paths.h"
#include "operations/adapter.h"
#include "operations/groups/groups.h"

namespace attn {
namespace {

Tensor one_number(float number) { return Tensor({"number"}, {1}, {number}); }

NamedTensors cosines_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  return one_result("cosines", cosine_by_layer(call.inputs.at("vectors")));
}

NamedTensors mean_cosines_of(const OperationInputs& call, NamedTensors*) {
  std::vector<Index> groups;
  call.config.read("groups", groups, 0, kMaxExtent);
  call.config.check_all_read();
  GroupCosines means = mean_cosines(call.inputs.at("cosines"), groups);
  NamedTensors results = one_result("within", std::move(means.within));
  results.put("across", std::move(means.across));
  return results;
}

NamedTensors turned_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  return one_result("turned", turned_vectors(call.inputs.at("before"), call.inputs.at("after")));
}

NamedTensors word_paths_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  WordPaths paths = word_paths(call.inputs.at("vectors"));
  NamedTensors results = one_result("apart", std::move(paths.apart.coordinates));
  results.put("apart_explained", std::move(paths.apart.explained));
  results.put("plain", std::move(paths.plain.coordinates));
  results.put("plain_explained", std::move(paths.plain.explained));
  results.put("common", one_number(paths.common));
  results.put("common_by_layer", std::move(paths.common_by_layer));
  return results;
}

NamedTensors head_effects_of(const OperationInputs& call, NamedTensors*) {
  float before = 0;
  std::vector<Index> named;
  call.config.read("before", before);
  call.config.read("named", named, 0, kMaxExtent);
  call.config.check_all_read();
  HeadEffects effects = head_effects(before, call.inputs.at("without"), named);
  Tensor order({"head"}, {effects.changes.size()});
  order.data.assign(effects.order.begin(), effects.order.end());
  NamedTensors results = one_result("changes", std::move(effects.changes));
  results.put("order", std::move(order));
  results.put("named_mean", one_number(effects.named_mean));
  results.put("unnamed_mean", one_number(effects.unnamed_mean));
  return results;
}

}  // namespace

std::span<const Operation> vector_operations() {
  static constexpr Operation kAll[] = {
      {.name = "cosine_by_layer",
       .header = "analysis/vectors/cosine_by_layer.h",
       .inputs = {"vectors"},
       .forward = cosines_of},
      {.name = "mean_cosines",
       .header = "analysis/vectors/cosine_by_layer.h",
       .inputs = {"cosines"},
       .forward = mean_cosines_of},
      {.name = "turned_vectors",
       .header = "analysis/vectors/turned_vectors.h",
       .inputs = {"before", "after"},
       .forward = turned_of},
      {.name = "word_paths",
       .header = "analysis/vectors/word_paths.h",
       .inputs = {"vectors"},
       .forward = word_paths_of},
      {.name = "head_effects",
       .header = "analysis/heads/head_effects.h",
       .inputs = {"without"},
       .forward = head_effects_of},
  };
  return kAll;
}

}  // namespace attn
