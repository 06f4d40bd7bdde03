// A mask applied to part of the scores, so that an algorithm that never holds all of them can.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/mask.h"

namespace attn {

// Where a tile of one head's scores stands.
struct TilePlace {
  Index batch = 0, head = 0, first_query = 0, first_key = 0;
};

// The part of the keys that are columns of a tile which begins at first_key, counted from there.
KeyRange tile_columns(const KeyRange& keys, Index first_key, Index columns);

// scores -> masked_scores in place, as apply_mask would make of this tile.
//   scores      [rows, columns]
//   overflowed  [rows], set to 1 where a score that the query may attend to is not finite before
//               the bias is added, or becomes +inf by it; else left as it is
void apply_mask_to_tile(const Mask& mask, const ScoresShape& shape, const TilePlace& place,
                        MatrixRef scores, std::vector<std::uint8_t>& overflowed);

// d_masked_scores of the tile [rows, columns] into the gradient of the bias that it was moved by;
// nothing where that is -inf. An extent of 1 in front collects all that it serves.
void add_tile_to_bias(const Tensor& score_bias, const TilePlace& place,
                      ConstMatrixRef d_masked_scores, Tensor& d_score_bias);

}  // namespace attn
