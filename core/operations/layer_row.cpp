#include "operations/layer_row.h"

namespace attn {

LayerRow read_layer_row(const Config& config) {
  LayerRow row;
  config.read("batch", row.batch, 0);
  config.read("head", row.head, 0);
  config.read("query", row.query, 0);
  return row;
}

RowDetail row_detail_at(const LayerRow& row, const AttentionTrace& trace, Index max_keys,
                        float temperature) {
  return row.head ? row_detail(trace, row.batch, *row.head, row.query, max_keys, temperature)
                  : mean_row_detail(trace, row.batch, row.query, max_keys);
}

}  // namespace attn
