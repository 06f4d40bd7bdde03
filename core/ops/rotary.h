// Rotary positions (Su et al. 2021, eq. 34): each pair of elements of a query or key is rotated by
// an angle proportional to its position. A score then depends on positions only through the
// distance of query and key.
#pragma once

#include "base/matrix.h"

namespace attn {

struct RotaryConfig {
  double base = 10000;  // angle of pair c at position p: p base^(-2 c / d_head)
  // true: pairs (2c, 2c+1), as in the paper. false: pairs (c, c + d_head/2), as in LLaMA.
  bool interleaved = false;
};

// Throws std::invalid_argument for an odd d_head, or a base that is not finite or below 1 (pairs
// would rotate by more than a radian per position).
void check_rotary(const RotaryConfig& config, Index d_head);

}  // namespace attn
