// Rotary positions of one matrix.
#pragma once

#include "ops/rotation.h"

namespace attn {

//   x  [n, d_head]  rotated in place
inline void rotate(const RotaryConfig& config, Index first_position, MatrixRef x) {
  Rotation(config, first_position, x.rows(), x.cols(), Rotation::kForward).apply(x);
}

// The inverse rotation.
inline void rotate_back(const RotaryConfig& config, Index first_position, MatrixRef x) {
  Rotation(config, first_position, x.rows(), x.cols(), Rotation::kInverse).apply(x);
}

}  // namespace attn
