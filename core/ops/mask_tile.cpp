#include "ops/mask_tile.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/finite.h"

namespace attn {
namespace {

// The offset of the first cell of a tile's row, in an attend mask or bias of this shape.
std::size_t cell_of(const std::vector<Index>& shape, const TilePosition& position, Index row) {
  const Index i = position.first_query + row;
  return static_cast<std::size_t>(mask_row_offset(shape, position.batch, position.head, i) +
                                  position.first_key);
}

}  // namespace

KeyRange tile_columns(const KeyRange& keys, Index first_key, Index columns) {
  return {std::clamp<Index>(keys.first - first_key, 0, columns),
          std::clamp<Index>(keys.end - first_key, 0, columns)};
}

void apply_mask_to_tile(const Mask& mask, const ScoresShape& shape, const TilePosition& position,
                        MatrixRef scores, std::vector<std::uint8_t>& overflowed) {
  assert(static_cast<Index>(overflowed.size()) >= scores.rows());
  for (Index row = 0; row < scores.rows(); ++row) {
    float* score = scores.data() + row * scores.outerStride();
    const auto [first, end] = tile_columns(visible_keys(mask, shape, position.first_query + row),
                                           position.first_key, scores.cols());

    // A score that is not finite becomes +inf first, which later steps cannot mistake for an
    // excluded key (-inf).
    for (Index j = first; j < end; ++j) {
      score[j] = std::abs(score[j]) < kInfinity ? score[j] : kInfinity;
    }
    const MaskRow cells = mask_row(mask, position.batch, position.head, position.first_query + row,
                                   position.first_key);
    apply_mask_to_row(cells, {first, end}, score, score, scores.cols());

    std::int32_t bad = 0;
    for (Index j = first; j < end; ++j) bad |= score[j] < kInfinity ? 0 : 1;
    if (bad != 0) overflowed[static_cast<std::size_t>(row)] = 1;
  }
}

std::vector<RowStatus> softmax_of_tile(MatrixRef tile, const std::vector<std::uint8_t>& overflowed,
                                       float temperature) {
  std::vector<std::pair<Index, RowVector>> overflowed_rows;
  for (Index row = 0; row < tile.rows(); ++row) {
    if (overflowed[static_cast<std::size_t>(row)] == 0) continue;
    overflowed_rows.emplace_back(
        row, (tile.row(row).array() == -kInfinity).select(RowVector::Zero(tile.cols()), kNaN));
  }
  std::vector<RowStatus> status = softmax_rows(tile, tile, temperature);
  for (const auto& [row, weights] : overflowed_rows) {
    status[static_cast<std::size_t>(row)] = RowStatus::kNotFinite;
    tile.row(row) = weights;
  }
  return status;
}

void add_tile_to_bias(const Tensor& score_bias, const TilePosition& position,
                      ConstMatrixRef d_masked_scores, Tensor& d_score_bias) {
  for (Index row = 0; row < d_masked_scores.rows(); ++row) {
    const std::size_t first = cell_of(score_bias.shape, position, row);
    const float* bias = score_bias.data.data() + first;
    float* sum = d_score_bias.data.data() + first;
    for (Index j = 0; j < d_masked_scores.cols(); ++j) {
      sum[j] += bias[j] == -kInfinity ? 0 : d_masked_scores(row, j);
    }
  }
}

}  // namespace attn
