// Rotary positions (Su et al. 2021, eq. 34): each pair of elements of a query or key is turned by
// an angle that grows with its position, so that a score depends on the distance of the two alone.
#pragma once

#include "base/matrix.h"

namespace attn {

struct RotaryConfig {
  double base = 10000;  // angle of pair c at position p: p base^(-2 c / d_head)
  bool interleaved =
      false;  // pairs (2c, 2c+1) as in the paper; else (c, c + d_head/2), as in LLaMA
};

// Throws std::invalid_argument for an odd d_head, or a base below 1, where pairs would turn by more
// than a radian a position.
void check_rotary(const RotaryConfig& config, Index d_head);

//   x               [n, d_head], turned in place; row i stands at position first_position + i,
//                   which may be negative
// Throws as check_rotary.
void rotate(const RotaryConfig& config, Index first_position, MatrixRef x);

// The turn back, which is also the gradient: d_x from d_y, in place.
void rotate_backward(const RotaryConfig& config, Index first_position, MatrixRef d_y);

}  // namespace attn
