#include "ops/position.h"

#include "base/portable_math.h"
#include "base/tensor.h"

namespace attn {

Matrix sinusoidal_positions(Index n, Index d_model) {
  check_element_count({n, d_model});
  Matrix positions(n, d_model);
  for (Index column = 0; column < d_model; column += 2) {
    const double exponent = static_cast<double>(column) / static_cast<double>(d_model);
    const PlaneRotation step =
        PlaneRotation::by(exponential(-9.2103403719761827361 * exponent));  // ln 10000
    // Each position rotates by one more step. After a million steps the accumulated error is still
    // far below a float's last bit.
    PlaneRotation rotation;
    for (Index pos = 0; pos < n; ++pos) {
      positions(pos, column) = static_cast<float>(rotation.sin);
      if (column + 1 < d_model) positions(pos, column + 1) = static_cast<float>(rotation.cos);
      rotation = rotation * step;
    }
  }
  return positions;
}

}  // namespace attn
