// The tiles of one head's masked scores, which backward makes again.
#pragma once

#include <cstdint>
#include <vector>

#include "attention/operands.h"
#include "efficient/flash.h"
#include "ops/mask_tile.h"

namespace attn {

// Throws std::invalid_argument as flash_attention says.
Operands check_flash_operands(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& mask,
                              const FlashOptions& options);

class FlashTiles {
 public:
  FlashTiles(const Operands& operands, const Mask& mask, Index block);

  // The head that the tiles are of; q [query, d_head], k [key, d_head] have to stay.
  void start_head(Index b, Index h, const MatrixView& q, const MatrixView& k);

  // The queries that the tiles are of.
  void start_queries(Index first_query);
  Index rows() const { return rows_; }

  // The keys that any of these queries may see by causality and by the window.
  KeyRange visible() const;

  // The masked scores of these queries and the keys [first_key, + columns), [rows, columns] in
  // storage that the next tile takes.
  MatrixRef masked_scores(Index first_key, Index columns);

  const TilePlace& place() const { return place_; }

 private:
  const Operands& operands_;
  const Mask& mask_;
  Index block_ = 1, rows_ = 0;
  TilePlace place_;
  MatrixView q_, k_;
  Matrix scores_;
  std::vector<std::uint8_t> overflowed_;  // to be written: what it says, forward has kept
};

}  // namespace attn
