// row_entropy, attention_distance, attention_rollout, head_patterns: analyses of attention weights
#include <numeric>
#include <utility>

#include "analysis/heads/head_patterns.h"
#include "analysis/weights/attention_distance.h"
#include "analysis/weights/attention_rollout.h"
#include "analysis/weights/row_entropy.h"
#include "base/check.h"
#include "operations/adapter.h"
#include "operations/groups/groups.h"

namespace attn {
namespace {

Tensor read_weights(const OperationInputs& call) {
  return read_input(call.inputs, "weights", {"batch", "head", "query", "key"}, 4);
}

NamedTensors row_entropy_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  RowEntropy entropy = row_entropy(call.inputs.at("weights"));
  NamedTensors results = one_result("entropy", std::move(entropy.entropy));
  results.put("effective_tokens", std::move(entropy.effective_tokens));
  return results;
}

NamedTensors distance_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  return one_result("distance", attention_distance(read_weights(call)));
}

bool read_residual(const Config& config) {
  bool residual = true;
  config.read("residual", residual);
  return residual;
}

NamedTensors rollout_of(const OperationInputs& call, NamedTensors*) {
  const bool residual = read_all(call.config, read_residual);
  const Tensor weights =
      read_input(call.inputs, "weights", {"layer", "batch", "head", "query", "key"}, 5);
  return one_result("rollout", attention_rollout(weights, residual));
}

// Without ids, only the two patterns that do not need ids.
NamedTensors patterns_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  const Tensor weights = read_weights(call);
  const Tensor* input = call.inputs.find("ids");
  std::vector<Index> ids(static_cast<std::size_t>(weights.shape[3]));
  std::iota(ids.begin(), ids.end(), 0);  // all tokens distinct
  if (input != nullptr) {
    TokenIds tokens = read_ids("ids", *input);
    if (tokens.n != weights.shape[3] || (input->rank() == 2 && tokens.batch != weights.shape[0])) {
      refuse("expected ids of shape {} or {}, got {}",
             {std::vector<Index>{weights.shape[0], weights.shape[3]},
              std::vector<Index>{weights.shape[3]}, input->shape});
    }
    ids = std::move(tokens.ids);
  }
  HeadPatterns patterns = head_patterns(weights, ids);
  NamedTensors results = one_result("previous_token", std::move(patterns.previous_token));
  results.put("first_token", std::move(patterns.first_token));
  if (input != nullptr) {
    results.put("same_token", std::move(patterns.same_token));
    results.put("induction", std::move(patterns.induction));
  }
  return results;
}

}  // namespace

std::span<const Operation> analysis_operations() {
  static constexpr Operation kAll[] = {
      {.name = "row_entropy",
       .header = "analysis/weights/row_entropy.h",
       .inputs = {"weights"},
       .forward = row_entropy_of},
      {.name = "attention_distance",
       .header = "analysis/weights/attention_distance.h",
       .inputs = {"weights"},
       .forward = distance_of},
      {.name = "attention_rollout",
       .header = "analysis/weights/attention_rollout.h",
       .inputs = {"weights"},
       .forward = rollout_of},
      {.name = "head_patterns",
       .header = "analysis/heads/head_patterns.h",
       .inputs = {"weights", "ids"},
       .forward = patterns_of},
  };
  return kAll;
}

}  // namespace attn
