// Applies a mask to one tile of the scores, for algorithms that never hold all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/mask.h"
#include "ops/softmax.h"

namespace attn {

// The position of a tile in the scores.
struct TilePosition {
  Index batch = 0, head = 0, first_query = 0, first_key = 0;
};

// The columns of a tile that are in `keys`. The tile has `columns` columns, from key first_key on.
KeyRange tile_columns(const KeyRange& keys, Index first_key, Index columns);

// scores -> masked_scores in place, as apply_mask does for this tile.
//   scores      [rows, columns]
//   overflowed  [rows or more]  set to 1 for a row in which an allowed score is NaN or infinite
//               before the bias is added, or +inf after; other elements are unchanged
void apply_mask_to_tile(const Mask& mask, const ScoresShape& shape, const TilePosition& position,
                        MatrixRef scores, std::vector<std::uint8_t>& overflowed);

// masked_scores -> weights in place. An overflowed row gets NaN wherever its score is not -inf: a
// score that overflowed must be +inf, as apply_mask_to_tile makes it.
std::vector<RowStatus> softmax_of_tile(MatrixRef tile, const std::vector<std::uint8_t>& overflowed,
                                       float temperature);

// Adds the tile's gradient to that of score_bias, except where score_bias is -inf. A batch or head
// extent of 1 receives the sum over all batch items or heads.
//   d_masked_scores  [rows, columns]    d_score_bias  shaped as score_bias, added to
void add_tile_to_bias(const Tensor& score_bias, const TilePosition& position,
                      ConstMatrixRef d_masked_scores, Tensor& d_score_bias);

}  // namespace attn
