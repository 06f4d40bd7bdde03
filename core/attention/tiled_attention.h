// Exact attention in tiles with an online softmax: no [query, key] matrix is stored.
//            (Milakov & Gimelshein 2018, algorithm 3; Dao et al. 2022, algorithms 1 and 4)
//
// Each block of keys and values is packed once. (Keys from a cache are packed already; a small
// block of values is read in place.) Then the queries of every head that shares the block attend to
// it, tile by tile. When a row's maximum grows from old_max to new_max, its sums so far are
// multiplied by exp((old_max - new_max) / temperature). Tiles excluded by causality or the window
// are skipped.
//
// If fewer than 8 rows share a block (queries times the heads that share its keys), packing does
// not pay: all keys that they see are one block, read in place.
//
// Memory: a tile of scores, a packed block, and three numbers per query (tiled_attention_bytes).
// The two products bound the speed.
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
  // Queries of a tile on the diagonal of a causal mask or window. Such a tile is cut into parts of
  // this many queries, each only as wide as its last row needs, to compute fewer masked scores.
  Index diagonal_queries = 16;
};

// The bytes that TiledAttention allocates for one head: q [n_query, d_head], k and v [n_key,
// d_head], no positions.
double tiled_attention_bytes(Index n_query, Index n_key, Index d_head, const TileSizes& sizes = {});

class TiledAttention {
 public:
  // The arguments must outlive this object. `positions` may be null.
  TiledAttention(const AttentionCall& call, const Mask& mask, float temperature,
                 const PositionBias* positions, const TileSizes& sizes = {});

  // context = softmax((scale q kᵀ + mask + positions) / temperature) v, for the heads of a batch
  // item that share a matrix of k and v. Handles empty rows, rows that are not finite and masked
  // NaN as scaled_dot_product_attention does.
  void attend(const AttendedHeads& heads, Index batch, Index kv_head);

  // The result of a row's softmax in the last call of attend. `head` counts from the first head of
  // that call.
  const SoftmaxRow& row(Index head, Index query) const {
    return rows_[static_cast<std::size_t>(head * call_.shape.n_query + query)];
  }

 private:
  struct KeyBlock;
  KeyBlock key_block(const AttendedHeads& heads, Index batch, Index kv_head, Index first,
                     Index columns, float largest_q);
  // The keys that any of these queries may attend to.
  KeyRange tile_keys(Index first_query, Index rows) const;
  // The number of queries of the tiles that attend to keys before `end_key`.
  Index tile_rows(Index first_query, Index end_key) const;
  // Whether all visible keys are in one block.
  bool sees_one_block(const KeyRange& visible) const;
  void attend_tile(const AttendedHeads& heads, const KeyBlock& keys, Index batch, Index head,
                   Index first_query, Index rows);
  // Updates a row's softmax with its masked scores for these keys, and replaces the scores by
  // exponentials relative to the new maximum. If the maximum grows, rescales the exponential sum
  // and the context [d_v] so far.
  void update_row(float* scores, const KeyRange& keys, Index query, SoftmaxRow& row, float* context,
                  Index d_v) const;
  void finish_row(Index query, SoftmaxRow& row, float* context, Index d_v) const;

  const AttentionCall& call_;
  const Mask& mask_;
  const PositionBias* positions_;
  float temperature_;
  Index kv_group_ = 1;  // number of heads that share a matrix of k and v
  bool packs_ = false;  // packs keys and values by blocks; otherwise all visible keys are one block
  TileSizes sizes_;
  Matrix scores_;  // [tile's queries, block's keys]
  PackedMatrix packed_k_, packed_v_;
  std::vector<SoftmaxRow> rows_;               // [head of the group, query], up to this block
  std::vector<std::vector<float>> diagonals_;  // position bias by diagonal, for each head
  std::vector<std::uint8_t> overflowed_;
};

}  // namespace attn
