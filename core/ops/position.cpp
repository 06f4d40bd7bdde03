#include "ops/position.h"

#include "base/tensor.h"

namespace attn {
namespace {

// Plain series in double instead of libm: its last bits differ from platform to platform, and the
// tables of pow, sin and cos would be a tenth of the wasm.

// 10000^-x for x in [0, 1): the sixteenth root by Taylor's series, squared four times.
double inverse_wavelength(double x) {
  const double y = -9.2103403719761827361 * x / 16;  // ln 10000
  double root = 1;
  for (int power = 18; power >= 1; --power) root = 1 + root * y / power;
  for (int squaring = 0; squaring < 4; ++squaring) root *= root;
  return root;
}

// sin(angle) and cos(angle), 0 <= angle <= 1, by Taylor's series.
struct Turn {
  double sin, cos;
};
Turn turn_by(double angle) {
  const double square = angle * angle;
  Turn turn{1, 1};
  for (int power = 20; power >= 2; power -= 2) {
    turn.cos = 1 - turn.cos * square / (power * (power - 1));
    turn.sin = 1 - turn.sin * square / (power * (power + 1));
  }
  turn.sin *= angle;
  return turn;
}

}  // namespace

Matrix sinusoidal_positions(Index n, Index d_model) {
  element_count({n, d_model});
  Matrix positions(n, d_model);
  for (Index column = 0; column < d_model; column += 2) {
    const Turn step =
        turn_by(inverse_wavelength(static_cast<double>(column) / static_cast<double>(d_model)));
    // From one position to the next the angle grows by one step; after a million additions of
    // angles the error is still far below a float's last bit.
    Turn turn{0, 1};
    for (Index pos = 0; pos < n; ++pos) {
      positions(pos, column) = static_cast<float>(turn.sin);
      if (column + 1 < d_model) positions(pos, column + 1) = static_cast<float>(turn.cos);
      turn = {turn.sin * step.cos + turn.cos * step.sin, turn.cos * step.cos - turn.sin * step.sin};
    }
  }
  return positions;
}

}  // namespace attn
