#include "operations/inspect.h"

#include <utility>

#include "attention/head_layout.h"
#include "base/check.h"
#include "operations/call_checks.h"
#include "operations/operation.h"
#include "operations/tensors/fields.h"

namespace attn {

InspectOptions read_inspect_options(const Config& config) {
  InspectOptions options;
  const MaskSettings mask = read_mask_settings(config);
  for (const char* key : {"causal", "window", "prefix", "block"}) {
    if (config.has(key)) options.mask = mask;
  }
  options.row = read_layer_row(config);
  config.read("max_keys", options.max_keys, 0, kMaxExtent);
  constexpr Keep kWords[] = {Keep::kTrace, Keep::kWeights, Keep::kOutputs};
  options.keep = kWords[config.word("keep", {"trace", "weights", "outputs"})];
  return options;
}

Inspection inspect(std::string_view name, Config config, const NamedTensors& parameters,
                   NamedTensors inputs, const InspectOptions& options) {
  const Operation& named = operation(name);
  if (named.inspect == nullptr) {
    std::string known;
    for (const Operation& each : operations()) {
      if (each.inspect != nullptr) append_name(known, each.name);
    }
    refuse("expected an operation that can be inspected, {}, got \"{}\"", {known, name});
  }
  check_call(named, parameters, inputs);
  return named.inspect({config, parameters, inputs}, options);
}

Inspection inspection_of(AttentionTrace& trace, NamedTensors&& outputs,
                         const InspectOptions& options, float temperature) {
  Inspection result;
  result.outputs = std::move(outputs);
  for (const Index max_keys : options.max_keys) {
    RowDetail row = row_detail_at(options.row, trace, max_keys, temperature);
    Fields(row).move_to(result.rows.emplace_back());
  }
  if (!options.row.head) {
    result.mean.put("scores", average_heads(trace.scores));
    result.mean.put("masked_scores", average_heads(trace.masked_scores));
  }
  result.mean.put("weights", average_heads(trace.weights));
  if (options.keep == Keep::kTrace) {
    Fields(trace).move_to(result.trace);
  } else if (options.keep == Keep::kWeights) {
    result.trace.put("weights", std::move(trace.weights));
  }
  return result;
}

}  // namespace attn
