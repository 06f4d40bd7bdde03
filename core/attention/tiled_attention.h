// Exact attention in tiles, with the softmax running along: no [query, key] matrix is ever made.
//            (Milakov & Gimelshein 2018, algorithm 3; Dao et al. 2022, algorithms 1 and 4)
//
// A block of keys and values is packed once (a cache's keys already are; a small block of values is
// read in place). Then the queries of every head that shares it attend to it, a tile at a time.
// When a row's maximum grows from old_max to new_max, its sums so far are multiplied by
// exp((old_max - new_max) / temperature). Tiles that causality or the window excludes are skipped.
//
// Fewer than 8 queries are too few for packing: all keys they see are one block.
//
// Besides inputs and output it needs a tile of scores, a packed block and two numbers a query. It
// is bounded by the two products.
#pragma once

#include <cstdint>
#include <vector>

#include "attention/attention_call.h"
#include "attention/heads_view.h"
#include "kernels/packed_matrix.h"
#include "ops/mask_tile.h"
#include "ops/softmax.h"

namespace attn {

struct TileSizes {
  Index queries = 64, keys = 128;
  // Where the rows of a tile see different last keys, it is cut into lower tiles, each as wide as
  // its last row needs: scores beyond the diagonal are computed for nothing.
  Index diagonal_queries = 16;
};

class TiledAttention {
 public:
  // What is given has to outlive this. `positions` may be null.
  TiledAttention(const AttentionCall& call, const Mask& mask, float temperature,
                 const PositionBias* positions, const TileSizes& sizes = {});

  // context = softmax((scale q kᵀ + mask + positions) / temperature) v, for the heads of a batch
  // item that share a matrix of k and v. Empty rows, rows that are not finite and masked NaN as
  // scaled_dot_product_attention has them.
  void attend(const AttendedHeads& heads, Index batch, Index kv_head);

  // What the softmax of a row came to, of the heads last attended: counted from the first of them.
  const SoftmaxRow& row(Index head, Index query) const {
    return rows_[static_cast<std::size_t>(head * call_.shape.n_query + query)];
  }

 private:
  struct KeyBlock;
  KeyBlock key_block(const AttendedHeads& heads, Index batch, Index kv_head, Index first,
                     Index columns, float largest_q);
  // The keys that any of these queries may see.
  KeyRange tile_keys(Index first_query, Index rows) const;
  // The number of queries of the tiles that attend to keys before `end_key`.
  Index tile_rows(Index first_query, Index end_key) const;
  // Whether all that the query may see is in one block.
  bool sees_one_block(const KeyRange& visible) const;
  void attend_tile(const AttendedHeads& heads, const KeyBlock& keys, Index batch, Index head,
                   Index first_query, Index rows);
  // A row of masked scores, of these keys, becomes exponentials relative to the row's maximum so
  // far, which may grow by it; then the sums of the row and its context [d_v] so far are corrected.
  void take_row(float* scores, const KeyRange& keys, Index query, SoftmaxRow& row, float* context,
                Index d_v) const;
  void finish_row(Index query, SoftmaxRow& row, float* context, Index d_v) const;

  const AttentionCall& call_;
  const Mask& mask_;
  const PositionBias* positions_;
  float temperature_;
  Index group_ = 1;     // heads that share a matrix of k and v
  bool packs_ = false;  // keys and values, block by block; else all that is seen is one block
  TileSizes sizes_;
  Matrix scores_;  // [tile's queries, block's keys]
  PackedMatrix packed_k_, packed_v_;
  std::vector<SoftmaxRow> rows_;               // [head of the group, query], so far
  std::vector<std::vector<float>> diagonals_;  // what positions add, head by head
  std::vector<std::uint8_t> overflowed_;
};

}  // namespace attn
