// Sinusoidal and rotary positions, ALiBi slopes and T5 buckets in double, from their papers and
// libm.
#pragma once

#include <algorithm>
#include <cmath>

#include "ops/relative_bias.h"
#include "ops/rotary.h"

namespace attn::reference {

// Element `column` of the vector of `position`: sines and cosines of Vaswani et al. 2017, 3.5.
inline double sinusoid(Index position, Index column, Index d_model) {
  const double power = static_cast<double>(column - column % 2) / static_cast<double>(d_model);
  const double angle = static_cast<double>(position) / std::pow(10000.0, power);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

// Rotates one query or key x [d_head] at `position`, in place.
inline void rotate(double* x, Index d_head, Index position, const RotaryConfig& config) {
  for (Index c = 0; c < d_head / 2; ++c) {
    const double angle =
        static_cast<double>(position) *
        std::pow(config.base, -2.0 * static_cast<double>(c) / static_cast<double>(d_head));
    double& a = x[config.interleaved ? 2 * c : c];
    double& b = x[config.interleaved ? 2 * c + 1 : c + d_head / 2];
    const double rotated = a * std::cos(angle) - b * std::sin(angle);
    b = a * std::sin(angle) + b * std::cos(angle);
    a = rotated;
  }
}

// get_slopes of the authors' code. For a power of two: a geometric series whose first term equals
// its ratio. Otherwise: the series of the next lower power, then every other slope of the next
// higher one.
inline double alibi_slope(Index head, Index num_heads) {
  const double below = std::exp2(std::floor(std::log2(static_cast<double>(num_heads))));
  const auto power = static_cast<Index>(below);
  if (head < power) return std::pow(2.0, -8.0 * static_cast<double>(head + 1) / below);
  return std::pow(2.0, -8.0 * static_cast<double>(2 * (head - power) + 1) / (2 * below));
}

// _relative_position_bucket of T5.
inline Index t5_bucket(const RelativeBuckets& config, Index relative_position) {
  Index num_buckets = config.num_buckets, bucket = 0, n = -relative_position;
  if (config.bidirectional) {
    num_buckets /= 2;
    if (relative_position > 0) bucket += num_buckets;
    n = n < 0 ? -n : n;
  }
  n = std::max<Index>(n, 0);
  const Index max_exact = num_buckets / 2;
  if (n < max_exact) return bucket + n;
  const double growth =
      std::log(static_cast<double>(n) / static_cast<double>(max_exact)) /
      std::log(static_cast<double>(config.max_distance) / static_cast<double>(max_exact));
  // In float32, as in T5, so that an integer quotient stays an integer.
  const auto further =
      static_cast<Index>(static_cast<float>(growth) * static_cast<float>(num_buckets - max_exact));
  return bucket + std::min(max_exact + further, num_buckets - 1);
}

}  // namespace attn::reference
