// Masks: which query may attend to which key, and what is added to each score before the softmax.
//
//   masked_scores[i, j] = scores[i, j] + score_bias[i, j]   where query i may attend to key j
//                       = -inf                              elsewhere
//
// A cell must be allowed by `causal`, by `window` and by `attend`. The first `prefix` keys are
// exempt from `causal`, but not from `window` and `attend`. Then `score_bias` is added. A sum that
// overflows to -inf (a very negative score plus a very negative bias) also excludes the key.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

enum class CausalAlignment {
  kEnd,    // query i sees key j iff j <= i + n_key - n_query; the last query sees all keys
  kStart,  // query i sees key j iff j <= i
};

// Query i sees key j iff p(i) - left <= j <= p(i) + right, where p(i) = i + n_key - n_query.
//                                                              (Beltagy et al. 2020, section 3.1)
struct Window {
  Index left = 0, right = 0;
};

// Shape [batch or 1, head or 1, query, key]; an extent of 1 broadcasts over batch items or heads.
struct Attend {
  std::vector<Index> shape;
  std::vector<std::uint8_t> allowed;  // 1 = may attend, 0 = may not
};

struct Mask {
  std::optional<CausalAlignment> causal;
  Index prefix = 0;  // number of first keys exempt from `causal`   (Raffel et al. 2020, 3.2.1)
  std::optional<Window> window;
  std::optional<Attend> attend;
  std::optional<Tensor> score_bias;  // shaped as Attend; finite, or -inf to exclude a key

  static Mask none() { return {}; }
  static Mask causal_at(CausalAlignment alignment = CausalAlignment::kEnd);
};

// The shape of the scores, which a mask must match.
struct ScoresShape {
  Index batch = 1, num_heads = 1, n_query = 0, n_key = 0;
};

// Throws std::invalid_argument when the shape of `attend` or `score_bias` does not match (naming
// both shapes), when `prefix` or a side of the window is negative, when an element of `allowed` is
// neither 0 nor 1, or when a bias is NaN or +inf.
void check_mask(const Mask& mask, const ScoresShape& shape);

// The offset of query i's row in the elements of an attend mask or score_bias of this shape.
Index mask_row_offset(const std::vector<Index>& shape, Index batch, Index head, Index i);

// The keys [first, end) that query i may attend to according to `causal`, `prefix` and `window`.
// Neither bound decreases from one query to the next.
struct KeyRange {
  Index first = 0, end = 0;
};
KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index i);
// The same for n >= 1 queries from `first_query` on: the union of their ranges.
KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index first_query, Index n);

// Whether query i may attend to key j, for one head of one batch item. False also where the bias is
// -inf.
bool may_attend(const Mask& mask, const ScoresShape& shape, Index batch, Index head, Index i,
                Index j);

// scores -> masked_scores for one head of one batch item, both [n_query, n_key]. masked_scores may
// be the storage of scores. A masked score becomes -inf even if it is NaN.
void apply_mask(const Mask& mask, const ScoresShape& shape, Index batch, Index head,
                ConstMatrixRef scores, MatrixRef masked_scores);

// The row of query i in score_bias and attend, from key first_key on; null where the mask has none.
struct MaskRow {
  const float* bias = nullptr;
  const std::uint8_t* allowed = nullptr;
};
MaskRow mask_row(const Mask& mask, Index batch, Index head, Index i, Index first_key = 0);

// apply_mask for `columns` cells of one row. All arguments start at the first of these cells, and
// `visible` counts from it.
void apply_mask_to_row(const MaskRow& row, const KeyRange& visible, const float* scores,
                       float* masked_scores, Index columns);

}  // namespace attn
