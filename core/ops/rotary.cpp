#include "ops/rotary.h"

#include <cmath>

#include "base/check.h"
#include "base/portable_math.h"

namespace attn {
namespace {

// The rotation of pair c from one position to the next.
//   direction  1, or -1 for the inverse
Turn step_of_pair(const RotaryConfig& config, Index c, Index d_head, double direction) {
  const double exponent = 2 * static_cast<double>(c) / static_cast<double>(d_head);
  return Turn::by(direction * exponential(-exponent * natural_log(config.base)));
}

void turn_rows(const RotaryConfig& config, Index first_position, double direction, MatrixRef x) {
  check_rotary(config, x.cols());
  const Index n = x.rows(), d_head = x.cols();
  for (Index c = 0; c < d_head / 2; ++c) {
    const Index a = config.interleaved ? 2 * c : c;
    const Index b = config.interleaved ? 2 * c + 1 : c + d_head / 2;
    const Turn step = step_of_pair(config, c, d_head, direction);
    // Each position rotates by one more step. Every 64th position is computed directly, so that the
    // rotation of a position has the same bits whatever first_position is.
    constexpr Index kInterval = 64;
    const Index offset = (first_position % kInterval + kInterval) % kInterval;
    Index position = first_position - offset;
    Turn turn = step.repeated(position);
    for (Index i = -offset; i < n; ++i, ++position) {
      if (i > -offset) turn = position % kInterval == 0 ? step.repeated(position) : turn * step;
      if (i < 0) continue;
      const double first = x(i, a), second = x(i, b);
      x(i, a) = static_cast<float>(first * turn.cos - second * turn.sin);
      x(i, b) = static_cast<float>(first * turn.sin + second * turn.cos);
    }
  }
}

}  // namespace

void check_rotary(const RotaryConfig& config, Index d_head) {
  if (d_head % 2 != 0) {
    refuse("expected an even d_head, whose elements rotary positions turn in pairs, got {}",
           {d_head});
  }
  if (!(config.base >= 1 && std::isfinite(config.base))) {
    refuse("expected a finite rotary base of at least 1, got {}", {number_text(config.base)});
  }
}

void rotate(const RotaryConfig& config, Index first_position, MatrixRef x) {
  turn_rows(config, first_position, 1, x);
}

void rotate_backward(const RotaryConfig& config, Index first_position, MatrixRef d_y) {
  turn_rows(config, first_position, -1, d_y);
}

}  // namespace attn
