// What the head of a model reads: every position, the first, or the mean over the real ones.
#pragma once

#include <cstdint>
#include <vector>

#include "base/enum_words.h"
#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

// Configurations call a position a place.
enum class Readout { kEveryPosition, kFirst, kMean };
inline constexpr EnumWords kReadoutWords = {"every_place", "first", "mean"};

// Throws std::invalid_argument for kEveryPosition: such a model has no single vector of its input.
void check_one_vector(Readout readout);

// The share of each position in the pooled vector, [batch, n]. kFirst: 1 for the first position,
// even if it is padding. kMean: 1 / count for each of the `count` real positions, and 0 for
// padding.
//   key_padding  [batch, n]: 1 for a real token, 0 for padding; empty when all are real
Matrix readout_shares(Readout readout, const std::vector<std::uint8_t>& key_padding, Index batch,
                      Index n);

//   x       [batch, n, d_model]
//   shares  [batch, n]
//   returns pooled [batch, 1, d_model], the sum of shares * x over positions
Tensor pool(const Matrix& shares, const Tensor& x);
//   d_pooled  [batch, 1, d_model]
//   returns d_x [batch, n, d_model]
Tensor pool_backward(const Matrix& shares, const Tensor& d_pooled);

}  // namespace attn
