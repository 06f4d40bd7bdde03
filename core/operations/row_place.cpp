#include "operations/row_place.h"

namespace attn {

RowPlace read_row_place(const Config& config) {
  RowPlace place;
  config.read("batch", place.batch, 0);
  config.read("head", place.head, 0);
  config.read("query", place.query, 0);
  return place;
}

RowDetail row_detail_at(const RowPlace& place, const AttentionTrace& trace, Index max_keys,
                        float temperature) {
  return place.head
             ? row_detail(trace, place.batch, *place.head, place.query, max_keys, temperature)
             : mean_row_detail(trace, place.batch, place.query, max_keys);
}

}  // namespace attn
