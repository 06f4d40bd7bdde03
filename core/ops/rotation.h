// The rotations of consecutive positions, computed once and applied to every head.
#pragma once

#include <vector>

#include "ops/rotary.h"

namespace attn {

class Rotation {
 public:
  // kInverse is also the gradient: d_y -> d_x.
  enum Direction { kForward = 1, kInverse = -1 };

  // For matrices [n, d_head] whose row i is at position first_position + i, which may be negative.
  // Throws as check_rotary.
  Rotation(const RotaryConfig& config, Index first_position, Index n, Index d_head,
           Direction direction);

  //   x  [n, d_head]  rotated in place
  void apply(MatrixRef x) const;

 private:
  Index n_, pairs_;
  Index next_, second_;          // the columns of pair c are c next_ and c next_ + second_
  std::vector<double> cos_sin_;  // [2, n, pairs]: cosines, then sines
};

}  // namespace attn
