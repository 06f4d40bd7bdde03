// Which query may see which key, and how much its score is moved before the softmax.
//
//   masked_scores[i, j] = scores[i, j] + score_bias[i, j]   where query i may attend to key j
//                       = -inf                              elsewhere
//
// The parts combine by "and": a cell must be allowed by `causal`, by `window` and by `attend`. The
// first `prefix` keys are exempt from `causal`, not from the others. `score_bias` is then added,
// and a sum that falls to -inf (two finite "large negative" masks on one cell) excludes too.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn {

enum class CausalAlignment {
  kEnd,    // query i sees key j iff j <= i + n_key - n_query: the last sees all, as decoding needs
  kStart,  // query i sees key j iff j <= i
};

// Query i sees key j iff p(i) - left <= j <= p(i) + right, where p(i) = i + n_key - n_query.
//                                                              (Beltagy et al. 2020, section 3.1)
struct Window {
  Index left = 0, right = 0;
};

// [batch or 1, head or 1, query, key]; an extent of 1 in front serves every batch item or head.
struct Attend {
  std::vector<Index> shape;
  std::vector<std::uint8_t> allowed;  // 1 = may attend, 0 = may not
};

struct Mask {
  std::optional<CausalAlignment> causal;
  Index prefix = 0;  // the first keys, which `causal` does not exclude  (Raffel et al. 2020, 3.2.1)
  std::optional<Window> window;
  std::optional<Attend> attend;
  std::optional<Tensor> score_bias;  // shaped as Attend; finite or -inf, where -inf excludes

  static Mask none() { return {}; }
  static Mask causal_at(CausalAlignment alignment = CausalAlignment::kEnd);
  // keep [n_key]: 1 where the key is a real token, 0 where it is padding; for all batch items.
  static Mask key_padding(const std::vector<std::uint8_t>& keep, Index n_query);
};

// The extents that a mask has to fit.
struct ScoresShape {
  Index batch = 1, num_heads = 1, n_query = 0, n_key = 0;
};

// Throws std::invalid_argument when a part's shape does not fit (both shapes named), when `prefix`
// or a side of the window is negative, when an `allowed` is neither 0 nor 1, or when a bias is NaN
// or +inf.
void check_mask(const Mask& mask, const ScoresShape& shape);

// The keys [first, end) that query i may see by causality, prefix and window. Neither bound
// decreases from one query to the next.
struct KeyRange {
  Index first = 0, end = 0;
};
KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index i);
// Those that any of n queries from `first_query` on, at least one, may see.
KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index first_query, Index n);

// Whether query i may attend to key j, for one head of one batch item (bias of -inf included).
bool may_attend(const Mask& mask, const ScoresShape& shape, Index batch, Index head, Index i,
                Index j);

// scores -> masked_scores for one head of one batch item, [n_query, n_key] both.
// A masked score is never read into the result: NaN there becomes -inf like any other.
void apply_mask(const Mask& mask, const ScoresShape& shape, Index batch, Index head,
                ConstMatrixRef scores, MatrixRef masked_scores);

}  // namespace attn
