#include "base/portable_math.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "base/bit_cast.h"

namespace attn {

//   x = 2^exponent m  with m in [1/sqrt 2, sqrt 2)
//   ln m = 2 atanh z = 2 (z + z^3/3 + z^5/5 + ..)  with z = (m - 1) / (m + 1), |z| < 0.172
double natural_log(double x) {
  const auto bits = bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double z = (m - 1) / (m + 1);
  double series = 0;
  // The first omitted term, z^24/25, is below 2^-64 of the sum.
  for (int power = 23; power >= 1; power -= 2) series = series * (z * z) + 1.0 / power;
  return exponent * 0.69314718055994530942 + 2 * z * series;
}

//   exp(x) = 2^n exp(r)  with n = round(x / ln 2), |r| < 0.347, and a Taylor series for exp(r)
double exponential(double x) {
  assert(!std::isnan(x));
  const double bounded = std::clamp(x, -708.0, 709.0);
  const double n = std::floor(bounded * 1.4426950408889634 + 0.5);
  // ln 2 is split in two: n times the first part, which has 32 bits, is exact.
  const double r = (bounded - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10;
  double series = 1;
  // The first omitted term, r^15/15!, is below 2^-60.
  for (int power = 14; power >= 1; --power) series = 1 + series * r / power;
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023);
  return series * bit_cast<double>(exponent << 52);
}

PlaneRotation PlaneRotation::by(double angle) {
  assert(std::abs(angle) <= 1);
  const double square = angle * angle;
  PlaneRotation rotation{1, 1};
  for (int power = 20; power >= 2; power -= 2) {
    rotation.cos = 1 - rotation.cos * square / (power * (power - 1));
    rotation.sin = 1 - rotation.sin * square / (power * (power + 1));
  }
  rotation.sin *= angle;
  return rotation;
}

PlaneRotation PlaneRotation::repeated(Index times) const {
  PlaneRotation power = times < 0 ? PlaneRotation{-sin, cos} : *this, product;
  for (Index remaining = times < 0 ? -times : times; remaining > 0; remaining /= 2) {
    if (remaining % 2 != 0) product = product * power;
    power = power * power;
  }
  return product;
}

}  // namespace attn
