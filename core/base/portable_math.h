// Logarithm, exponential and rotations in double, computed with + - * / only: libm's last bits
// differ between platforms, and its tables would be a tenth of the wasm.
#pragma once

#include "base/matrix.h"

namespace attn {

// ln(x) for a positive normal x.
double natural_log(double x);

// exp(x), with x clamped to [-708, 709] so that the result is a normal number. x must not be NaN.
double exponential(double x);

// A rotation of the plane by an angle. A product of two is one after the other.
struct PlaneRotation {
  double sin = 0, cos = 1;

  // |angle| <= 1 radian (Taylor series).
  static PlaneRotation by(double angle);

  // This rotation applied `times` times; a negative number rotates back.
  PlaneRotation repeated(Index times) const;

  friend PlaneRotation operator*(const PlaneRotation& a, const PlaneRotation& b) {
    return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
  }
};

}  // namespace attn
