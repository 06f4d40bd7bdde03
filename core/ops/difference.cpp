#include "ops/difference.h"

#include <algorithm>

#include "base/check.h"

namespace attn {

Tensor difference(const Tensor& a, const Tensor& b) {
  if (a.shape != b.shape) refuse("expected a and b of one shape, got {} and {}", {a, b});
  Tensor result = a;
  std::transform(a.data.begin(), a.data.end(), b.data.begin(), result.data.begin(),
                 [](float x, float y) { return x == y ? 0.0f : x - y; });
  return result;
}

}  // namespace attn
