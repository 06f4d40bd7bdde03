#include "ops/rotation.h"

#include "base/portable_math.h"

namespace attn {
namespace {

// The rotation of pair c from one position to the next.
//   direction  1, or -1 for the inverse
PlaneRotation step_of_pair(const RotaryConfig& config, Index c, Index d_head, double direction) {
  const double exponent = 2 * static_cast<double>(c) / static_cast<double>(d_head);
  return PlaneRotation::by(direction * exponential(-exponent * natural_log(config.base)));
}

}  // namespace

Rotation::Rotation(const RotaryConfig& config, Index first_position, Index n, Index d_head,
                   Direction direction)
    : n_(n),
      pairs_(d_head / 2),
      next_(config.interleaved ? 2 : 1),
      second_(config.interleaved ? 1 : d_head / 2),
      cos_sin_(static_cast<std::size_t>(2 * n * (d_head / 2))) {
  check_rotary(config, d_head);
  for (Index c = 0; c < pairs_; ++c) {
    const PlaneRotation step = step_of_pair(config, c, d_head, direction);
    // Each position rotates by one more step. Every 64th position is computed directly, so that the
    // rotation of a position has the same bits whatever first_position is.
    constexpr Index kInterval = 64;
    const Index offset = (first_position % kInterval + kInterval) % kInterval;
    Index position = first_position - offset;
    PlaneRotation rotation = step.repeated(position);
    for (Index i = -offset; i < n; ++i, ++position) {
      if (i > -offset) {
        rotation = position % kInterval == 0 ? step.repeated(position) : rotation * step;
      }
      if (i < 0) continue;
      double* cos = cos_sin_.data() + i * pairs_ + c;
      cos[0] = rotation.cos;
      cos[n * pairs_] = rotation.sin;
    }
  }
}

void Rotation::apply(MatrixRef x) const {
  const double *cos = cos_sin_.data(), *sin = cos + n_ * pairs_;
  for (Index i = 0; i < n_; ++i, cos += pairs_, sin += pairs_) {
    float* row = x.data() + i * x.outerStride();
    for (Index c = 0; c < pairs_; ++c) {
      float &a = row[c * next_], &b = row[c * next_ + second_];
      const double first = a, second = b;
      a = static_cast<float>(first * cos[c] - second * sin[c]);
      b = static_cast<float>(first * sin[c] + second * cos[c]);
    }
  }
}

}  // namespace attn
