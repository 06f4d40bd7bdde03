// Which row of a layer's attention weights a call is about.
#pragma once

#include <optional>

#include "attention/row_detail.h"
#include "attention/trace.h"
#include "operations/config/config.h"

namespace attn {

struct LayerRow {
  Index batch = 0;
  std::optional<Index> head = {};  // absent: the mean over all heads
  Index query = 0;
};

// Keys: batch head query
LayerRow read_layer_row(const Config& config);

// row_detail of the head, or mean_row_detail; throws as they do.
RowDetail row_detail_at(const LayerRow& row, const AttentionTrace& trace, Index max_keys,
                        float temperature);

}  // namespace attn
