#include "analysis/vectors/turned_vectors.h"

#include "base/check.h"
#include "ops/cosine.h"

namespace attn {

Tensor turned_vectors(const Tensor& before, const Tensor& after) {
  if (before.rank() != 3) {
    refuse("expected vectors of shape [token, layer, d_model], got {}", {before});
  }
  if (after.shape != before.shape) {
    refuse("expected vectors of the same shape before and after, got {} and {}", {before, after});
  }
  const Index tokens = before.shape[0], layers = before.shape[1];
  Tensor turned({"token", "layer"}, {tokens, layers});
  for (Index token = 0; token < tokens; ++token) {
    for (Index layer = 0; layer < layers; ++layer) {
      const double same = cosine(before.matrix(token).row(layer), after.matrix(token).row(layer));
      turned.matrix()(token, layer) = static_cast<float>(same > 1 ? 0 : 1 - same);
    }
  }
  return turned;
}

}  // namespace attn
