// Scalar twins of the row kernels: the same operations in the same order, one float at a time, so
// that the results must be bit-identical on every target.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/finite.h"
#include "kernels/exp.h"
#include "support/highway_target.h"

namespace attn::twin {

struct Target {
  bool fuses;         // a * b + c rounds once
  std::size_t lanes;  // floats in a vector

  explicit Target(std::int64_t target)
      : fuses(fuses_multiply_add(target)),
        lanes(target == HWY_AVX3     ? 16
              : target == HWY_AVX2   ? 8
              : target == HWY_SCALAR ? 1
                                     : 4) {}

  float mul_add(float a, float b, float c) const { return fuses ? std::fma(a, b, c) : a * b + c; }

  float exp(float x) const {
    using namespace exp_constants;
    const float rounded = mul_add(x, kLog2E, kRounder), n = rounded - kRounder;
    const float r = mul_add(n, kMinusLn2Low, mul_add(n, kMinusLn2High, x)), square = r * r;
    float p = mul_add(kSeries[0], square, mul_add(kSeries[1], r, kSeries[2]));
    p = mul_add(p, square, mul_add(kSeries[3], r, kSeries[4]));
    p = mul_add(p, square, r + kSeries[5]);
    if (x < kVanishing) return 0;
    return p * std::ldexp(1.0f, static_cast<int>(n) + 64) * kUnbias;
  }

  // Sums term(j, partial sum) for j < n in `vectors` vector accumulators. Full vectors after the
  // last full round go to the first accumulator, a final partial vector to accumulator `last`.
  template <class Term>
  float sum(std::size_t n, std::size_t vectors, std::size_t last, const Term& term) const {
    std::vector<float> strands(vectors * lanes);
    const std::size_t round = vectors * lanes, in_full_vectors = n / lanes * lanes;
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t strand = j < n / round * round ? j % round
                                 : j < in_full_vectors ? j % lanes
                                                       : last * lanes + j % lanes;
      strands[strand] = term(j, strands[strand]);
    }
    for (std::size_t i = lanes; i < strands.size(); ++i) strands[i % lanes] += strands[i];
    return sum_of_lanes(std::move(strands));
  }

  float sum_of_lanes(std::vector<float> x) const {
    for (std::size_t width = lanes / 2; width > 0; width /= 2) {
      for (std::size_t i = 0; i < width; ++i) x[i] += x[i + width];
    }
    return x[0];
  }
};

// The tests' maximum length: more than two vectors of the widest target.
constexpr std::size_t kMaxLength = 2 * 16 + 1;

// n numbers at any offset, surrounded by guard values that must not change.
template <class T = float>
class GuardedRow {
 public:
  GuardedRow(std::size_t n, std::size_t offset) : n_(n), offset_(offset), all_(n + 40, kGuard) {}
  GuardedRow(const std::vector<T>& x, std::size_t offset) : GuardedRow(x.size(), offset) {
    for (std::size_t j = 0; j < n_; ++j) data()[j] = x[j];
  }

  T* data() { return all_.data() + 17 + offset_; }
  std::vector<T> values() { return {data(), data() + n_}; }
  bool guards_are_untouched() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const bool inside = i >= 17 + offset_ && i < 17 + offset_ + n_;
      if (!inside && all_[i] != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr T kGuard = 77;
  std::size_t n_, offset_;
  std::vector<T> all_;
};

// x with every fourth number replaced by a denormal, infinity, NaN, -0 or a huge number.
inline std::vector<float> with_special_values(std::vector<float> x, std::size_t from) {
  const float special[] = {1e-45f, kInfinity, -1e-40f, kNaN, 3e-39f, -kInfinity, -0.0f, 3e38f};
  for (std::size_t j = 3; j < x.size(); j += 4) x[j] = special[(j / 4 + from) % 8];
  return x;
}

// Whether |got - exact| <= allowed; infinities and NaN must match exactly.
inline bool is_within(double got, double exact, double allowed) {
  if (std::isnan(exact)) return std::isnan(got);
  return got == exact || (std::isfinite(exact) && std::abs(got - exact) <= allowed);
}

// |got - exact| in units in the last place of the float nearest to `exact`.
inline double ulps(float got, double exact) {
  if (static_cast<double>(got) == exact) return 0;
  const double size = std::abs(exact);
  const int exponent = std::max(std::ilogb(size), -126) - 23;
  return std::abs(got - exact) / std::ldexp(1.0, exponent);
}

}  // namespace attn::twin
