// Logarithm, exponential and turns in double, from + - * / alone: libm's last bits differ from one
// platform to another, and its tables would be a tenth of the wasm.
#pragma once

#include "base/matrix.h"

namespace attn {

// ln(x) for a positive normal x.
double natural_log(double x);

// exp(x); an x beyond [-708, 709] counts as that bound, so that the result is a normal number.
double exponential(double x);

// A turn of the plane by an angle; a turn after another is their product.
struct Turn {
  double sin = 0, cos = 1;

  // By an angle of at most 1 radian, either way: Taylor's series.
  static Turn by(double angle);

  // The turn `times` times over; back for a negative number.
  Turn repeated(Index times) const;

  friend Turn operator*(const Turn& a, const Turn& b) {
    return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
  }
};

}  // namespace attn
