#include "efficient/flash_tiles.h"

#include <algorithm>

#include "efficient/variant_options.h"

namespace attn {

Operands check_flash_operands(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                              const FlashOptions& options) {
  AttentionOptions exact;
  exact.scale = options.scale;
  exact.temperature = options.temperature;
  check_least("block", options.block, 1);
  return check_operands(q, k, v, mask, exact);
}

FlashTiles::FlashTiles(const Operands& operands, const Mask& mask, Index block)
    : operands_(operands), mask_(mask), block_(block) {
  const Index rows = std::min(block, operands.shape.n_query);
  const Index columns = std::min(block, operands.shape.n_key);
  element_count({rows, columns});
  scores_.resize(rows, columns);
  overflowed_.resize(static_cast<std::size_t>(rows));
}

void FlashTiles::start_head(Index b, Index h, const MatrixView& q, const MatrixView& k) {
  place_ = {b, h, 0, 0};
  q_ = q;
  k_ = k;
}

void FlashTiles::start_queries(Index first_query) {
  place_.first_query = first_query;
  rows_ = std::min(block_, operands_.shape.n_query - first_query);
}

KeyRange FlashTiles::visible() const {
  return visible_keys(mask_, operands_.shape, place_.first_query, rows_);
}

MatrixRef FlashTiles::masked_scores(Index first_key, Index columns) {
  place_.first_key = first_key;
  MatrixRef tile = scores_.topLeftCorner(rows_, columns);
  operands_.multiply_scores(q_.row_range(place_.first_query, rows_),
                            transposed(k_.row_range(first_key, columns)), tile);
  apply_mask_to_tile(mask_, operands_.shape, place_, tile, overflowed_);
  return tile;
}

}  // namespace attn
