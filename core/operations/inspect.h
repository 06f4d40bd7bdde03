// Inspects one attention layer: results, trace, the arithmetic of one row and the mean over heads,
// in a single stateless call.
//
//   multi_head            inputs and outputs as the operation's
//   scaled_dot_product    the same; the trace also has the inputs q, k and v
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "attention/trace.h"
#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config/config.h"
#include "operations/config/config_readers.h"
#include "operations/layer_row.h"

namespace attn {

struct InspectOptions {
  std::optional<MaskSettings> mask;            // replaces the configuration's mask
  LayerRow row;                                // of the row details
  std::vector<Index> max_keys = {kMaxExtent};  // of the ranking in each row detail
  Keep keep = Keep::kTrace;
};

// Keys: causal window prefix block (if any of them is present, they replace the mask)
//       batch head query max_keys keep
InspectOptions read_inspect_options(const Config& config);

struct Inspection {
  NamedTensors outputs;
  NamedTensors trace;              // as `keep` selects: nothing, the weights, or every field
  std::vector<NamedTensors> rows;  // row_detail.h, one for each of `max_keys`
  NamedTensors mean;  // over heads: weights; without `head` also scores and masked_scores
};

// Throws std::invalid_argument unless the operation is a single attention layer, and for a batch,
// head or query out of range.
Inspection inspect(std::string_view operation, Config config, const NamedTensors& parameters,
                   NamedTensors inputs, const InspectOptions& options);

// The parts of a full trace that `options` asks for. Moves fields out of the trace.
Inspection inspection_of(AttentionTrace& trace, NamedTensors&& outputs,
                         const InspectOptions& options, float temperature);

}  // namespace attn
