#include "attention/tiled_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/position_bias.h"
#include "base/finite.h"
#include "kernels/exp.h"
#include "kernels/prefetch.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"

namespace attn {
namespace {

// Below this many rows, skip packing: process all visible keys as one block, read the values in
// place, and look for NaN and infinity in the scores and sums. Packing would cost as much as it
// saves, and checking keys and values would take as long as the products.
constexpr Index kMinRowsToPack = 8;

// Whether products read v [rows, columns] in place anyway, so that packing is not needed. In
// 64 bits, because the cost of any size is asked for, and Index has 32 in WebAssembly.
bool fits_in_place(Index rows, Index columns, Index row_stride) {
  return std::int64_t{rows} * row_stride <= kFloatsReadInPlace && columns % panel_columns() == 0;
}

// The largest magnitude, or infinity if a number is NaN.
float magnitude_bound(const MatrixView& x) {
  const bool is_contiguous = x.row_stride == x.cols;
  const Index rows = is_contiguous ? 1 : x.rows;
  const Index columns = is_contiguous ? x.rows * x.cols : x.cols;
  float largest = 0;
  for (Index i = 0; i < rows; ++i) {
    const float row_max = largest_magnitude(x.data + i * x.row_stride, columns);
    largest = row_max <= largest ? largest : row_max;
    if (!(largest < kInfinity)) return kInfinity;
  }
  return largest;
}

// context = weights v, for a few rows. Values are prefetched and multiplied in parts that fit in
// L2; small parts are not prefetched.
void multiply_few_rows(MatrixRef weights, const MatrixView& v, MatrixRef context) {
  constexpr Index kMinToPrefetch = 1 << 12, kMaxPart = 1 << 16;  // floats
  const Index part = std::max<Index>(kMaxPart / std::max<Index>(v.cols, 1), 1);
  ProductOptions added;
  for (Index first = 0; first < std::max<Index>(v.rows, 1); first += part) {
    const MatrixView values = v.row_range(first, std::min(part, v.rows - first));
    if (values.rows * values.cols >= kMinToPrefetch) prefetch_rows(values);
    multiply(weights.middleCols(first, values.rows), values, context, added);
    added.beta = 1;
  }
  if (!all_finite(context)) multiply_where_nonzero(weights, v, context);
}

}  // namespace

double tiled_attention_bytes(Index n_query, Index n_key, Index d_head, const TileSizes& sizes) {
  const bool packs = n_query >= kMinRowsToPack;
  const Index rows = std::min(sizes.queries, n_query);
  const Index columns = packs ? std::min(sizes.keys, n_key) : n_key;
  double floats = static_cast<double>(rows) * static_cast<double>(columns);  // scores
  if (packs) {
    floats += packed_size(d_head, columns);
    if (!fits_in_place(columns, d_head, d_head)) {
      floats += packed_size(columns, d_head);
    }
  }
  return sizeof(float) * floats + sizeof(SoftmaxRow) * static_cast<double>(n_query) +
         static_cast<double>(rows);
}

// The keys and values of one block.
struct TiledAttention::KeyBlock {
  Index first, columns;
  MatrixView v;                   // [columns, d_v]
  MatrixView k;                   // [columns, d_head]; used if packed_k.panels is null
  PackedColumns packed_k;         // kᵀ packed; panels may be null
  PackedColumns packed_v;         // v packed; panels may be null
  bool may_overflow = true;       // whether a score may be NaN or infinite
  bool has_finite_values = true;  // not checked unless blocks are packed
};

TiledAttention::TiledAttention(const AttentionCall& call, const Mask& mask, float temperature,
                               const PositionBias* positions, const TileSizes& sizes)
    : call_(call),
      mask_(mask),
      positions_(positions),
      temperature_(temperature),
      kv_group_(call.heads_per_kv()),
      packs_(kv_group_ * call.shape.n_query >= kMinRowsToPack),
      sizes_{std::min(sizes.queries, call.shape.n_query),
             packs_ ? sizes.keys : std::max<Index>(call.shape.n_key, 1), sizes.diagonal_queries} {
  const Index columns = std::min(sizes_.keys, call.shape.n_key);
  check_element_count({sizes_.queries, columns});
  scores_.resize(sizes_.queries, columns);
  overflowed_.resize(static_cast<std::size_t>(sizes_.queries));
}

void TiledAttention::attend(const AttendedHeads& heads, Index batch, Index kv_head) {
  const Index n_query = call_.shape.n_query, n_key = call_.shape.n_key;
  const Index first_head = kv_head * kv_group_, d_v = heads.v.width;
  rows_.assign(static_cast<std::size_t>(kv_group_ * n_query),
               {RowStatus::kNothingToAttend, -kInfinity, 0});
  diagonals_.clear();
  float largest_q = 0;
  for (Index head = first_head; head < first_head + kv_group_; ++head) {
    if (positions_ != nullptr) {
      std::vector<float> bias = positions_->by_diagonal(head, n_query, n_key);
      if (!bias.empty()) diagonals_.push_back(std::move(bias));
    }
    if (!packs_) continue;
    const float head_max = magnitude_bound(heads.q.at(batch, head));
    largest_q = head_max <= largest_q ? largest_q : head_max;
  }

  Index first_query = 0;  // of the first tile that may attend to this block
  Index first_seen = packs_ || n_query == 0 ? 0 : tile_keys(0, sizes_.queries).first;
  if (heads.packed_k) first_seen -= first_seen % heads.packed_k->panel_columns;
  for (Index first_key = first_seen; first_key < n_key; first_key += sizes_.keys) {
    const Index columns = std::min(sizes_.keys, n_key - first_key);
    while (first_query < n_query && tile_keys(first_query, sizes_.queries).end <= first_key) {
      first_query += sizes_.queries;
    }
    if (first_query >= n_query) break;
    if (tile_keys(first_query, sizes_.queries).first >= first_key + columns) continue;

    const KeyBlock keys = key_block(heads, batch, kv_head, first_key, columns, largest_q);
    for (Index head = first_head; head < first_head + kv_group_; ++head) {
      for (Index query = first_query; query < n_query; query += sizes_.queries) {
        if (tile_keys(query, sizes_.queries).first >= first_key + columns) break;
        const Index end = std::min(query + sizes_.queries, n_query);
        const Index rows = tile_rows(query, first_key + columns);
        for (Index row = query; row < end; row += rows) {
          attend_tile(heads, keys, batch, head, row, std::min(rows, end - row));
        }
      }
    }
  }

  for (Index head = 0; head < kv_group_; ++head) {
    float* context = heads.context.head(batch, first_head + head);
    for (Index i = 0; i < n_query; ++i, context += heads.context.row_stride) {
      finish_row(i, rows_[static_cast<std::size_t>(head * n_query + i)], context, d_v);
    }
  }
}

Index TiledAttention::tile_rows(Index first_query, Index end_key) const {
  const Index first_end = visible_keys(mask_, call_.shape, first_query).end;
  const Index last_end = tile_keys(first_query, sizes_.queries).end;
  return packs_ && first_end < std::min(last_end, end_key) ? sizes_.diagonal_queries
                                                           : sizes_.queries;
}

KeyRange TiledAttention::tile_keys(Index first_query, Index rows) const {
  return visible_keys(mask_, call_.shape, first_query,
                      std::min(rows, call_.shape.n_query - first_query));
}

bool TiledAttention::sees_one_block(const KeyRange& visible) const {
  return visible.first / sizes_.keys == (visible.end - 1) / sizes_.keys;
}

TiledAttention::KeyBlock TiledAttention::key_block(const AttendedHeads& heads, Index batch,
                                                   Index kv_head, Index first, Index columns,
                                                   float largest_q) {
  KeyBlock keys{first, columns, heads.v.at(batch, kv_head).row_range(first, columns), {}, {}, {}};
  if (heads.packed_k) {
    keys.packed_k = heads.packed_k->at(batch, kv_head, first);
  } else {
    keys.k = heads.k.at(batch, kv_head).row_range(first, columns);
  }
  if (!packs_) return keys;
  float largest_k = 0;
  if (heads.packed_k) {
    // Includes the padding after the last key, which can only make it larger.
    const Index padded = round_up_to_panels(columns, keys.packed_k.panel_columns);
    largest_k = largest_magnitude(keys.packed_k.panels, padded * keys.packed_k.rows);
  } else {
    packed_k_.assign(transposed(keys.k));
    keys.packed_k = packed_k_;
    largest_k = magnitude_bound(keys.k);
  }
  if (!fits_in_place(keys.v.rows, keys.v.cols, keys.v.row_stride)) {
    packed_v_.assign(keys.v);
    keys.packed_v = packed_v_;
  }
  // An upper bound of every partial sum of a score, in double, which does not overflow. With NaN in
  // q or k the comparison below is false, so the score may overflow.
  const double largest_sum =
      static_cast<double>(largest_q) * largest_k * static_cast<double>(heads.q.width);
  const double largest_score = largest_sum * std::max(1.0f, std::abs(call_.factor));
  keys.may_overflow = !(largest_score < std::numeric_limits<float>::max() / 2);
  keys.has_finite_values = magnitude_bound(keys.v) < kInfinity;
  return keys;
}

void TiledAttention::attend_tile(const AttendedHeads& heads, const KeyBlock& keys, Index batch,
                                 Index head, Index first_query, Index rows) {
  const ScoresShape& shape = call_.shape;
  const TilePosition position{batch, head, first_query, keys.first};
  const Index columns = std::min(keys.columns, tile_keys(first_query, rows).end - keys.first);
  if (columns <= 0) return;
  const Index d_v = keys.v.cols;
  const Index head_in_group = head % kv_group_;
  SoftmaxRow* softmax = rows_.data() + head_in_group * shape.n_query + first_query;
  MatrixRef tile = scores_.topLeftCorner(rows, columns);

  // scores = scale q kᵀ
  const MatrixView q = heads.q.at(batch, head).row_range(first_query, rows);
  if (keys.packed_k.panels != nullptr) {
    call_.multiply_scores(q, keys.packed_k, tile);
  } else {
    call_.multiply_scores(q, transposed(keys.k.row_range(0, columns)), tile);
  }

  // masked_scores, except causality and window, which update_row applies to the ends of each row
  if (mask_.attend || mask_.score_bias || keys.may_overflow) {
    std::fill_n(overflowed_.begin(), rows, std::uint8_t{0});
    apply_mask_to_tile(mask_, shape, position, tile, overflowed_);
    for (Index i = 0; i < rows; ++i) {
      if (overflowed_[static_cast<std::size_t>(i)] != 0) softmax[i].status = RowStatus::kNotFinite;
    }
  }
  if (!diagonals_.empty()) {
    add_by_diagonal(diagonals_[static_cast<std::size_t>(head_in_group)],
                    shape.n_query - 1 - first_query + keys.first, tile);
  }

  // exponentials: the weights before division by their row's sum
  const Index context_stride = heads.context.row_stride;
  float* context = heads.context.head(batch, head) + first_query * context_stride;
  for (Index i = 0; i < rows; ++i) {
    update_row(tile.data() + i * tile.outerStride(), {keys.first, keys.first + columns},
               first_query + i, softmax[i], context + i * context_stride, d_v);
  }

  // context += weights v
  const bool is_first = visible_keys(mask_, shape, first_query).first >= keys.first;
  ProductOptions added;
  added.beta = is_first ? 0.0f : 1.0f;
  Eigen::Map<Matrix, 0, Eigen::OuterStride<>> sums(context, rows, d_v,
                                                   Eigen::OuterStride<>(context_stride));
  if (!packs_) {
    multiply_few_rows(tile, keys.v.row_range(0, columns), sums);
  } else if (keys.has_finite_values && keys.packed_v.panels != nullptr) {
    multiply(tile, keys.packed_v, sums, added);
  } else if (keys.has_finite_values) {
    multiply(tile, keys.v.row_range(0, columns), sums, added);
  } else {
    multiply_where_nonzero(tile, keys.v.row_range(0, columns), sums, added);
  }
}

void TiledAttention::update_row(float* scores, const KeyRange& keys, Index query, SoftmaxRow& row,
                                float* context, Index d_v) const {
  const Index columns = keys.end - keys.first;
  const KeyRange visible = visible_keys(mask_, call_.shape, query);
  const KeyRange here = tile_columns(visible, keys.first, columns);
  const Index n = here.end - here.first;
  float* visible_scores = scores + here.first;
  const RowPeak peak = row_peak(visible_scores, n);
  if (!peak.finite) row.status = RowStatus::kNotFinite;
  const float old_max = row.row_max, max = std::max(old_max, peak.max);
  if (row.status == RowStatus::kNotFinite || max == -kInfinity) {
    std::fill_n(scores, columns, 0.0f);
    return;
  }
  if (old_max < max) {
    if (old_max != -kInfinity) {
      const float correction = exp_of_nonpositive((old_max - max) / temperature_);
      row.exponential_sum *= correction;
      // Values whose weight has become 0 must not affect the result, even if they are NaN.
      for (Index c = 0; c < d_v; ++c) context[c] = correction != 0 ? context[c] * correction : 0;
    }
    row.row_max = max;
    row.status = RowStatus::kOk;
  }
  row.exponential_sum += row_exponentials(visible_scores, n, max, temperature_, visible_scores);
  if (sees_one_block(visible)) {
    divide_row(visible_scores, n, row.exponential_sum);
  }
  std::fill(scores, visible_scores, 0.0f);
  std::fill(visible_scores + n, scores + columns, 0.0f);
}

void TiledAttention::finish_row(Index query, SoftmaxRow& row, float* context, Index d_v) const {
  switch (row.status) {
    case RowStatus::kOk:
      if (sees_one_block(visible_keys(mask_, call_.shape, query))) break;
      divide_row(context, d_v, row.exponential_sum);
      break;
    case RowStatus::kNothingToAttend:
      std::fill_n(context, d_v, 0.0f);
      row.row_max = 0;
      break;
    case RowStatus::kNotFinite:
      std::fill_n(context, d_v, kNaN);
      row.row_max = row.exponential_sum = kNaN;
      break;
  }
}

}  // namespace attn
