#include "layers/sequence.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "base/check.h"

namespace attn {

void check_sequence(const char* name, const Tensor& x, Index d_model) {
  const bool fits = x.rank() == 2 || (x.rank() == 3 && x.shape[0] >= 1);
  if (fits && x.shape.back() == d_model) return;
  refuse(
      "expected {} of shape [batch, n, d_model] or [n, d_model] with d_model {} and at least one "
      "batch item, got {}",
      {name, d_model, x});
}

void check_same_shape(const char* name, const Tensor& x, const Tensor& expected) {
  if (x.shape == expected.shape) return;
  refuse("expected {} of the shape {}, got {}", {name, expected, x});
}

const Tensor& with_batch(const Tensor& x, Tensor& copy) {
  if (x.rank() != 2) return x;
  copy = Tensor({"batch", x.axes[0], x.axes[1]}, {1, x.shape[0], x.shape[1]}, x.data);
  return copy;
}

Tensor shaped_as(const Tensor& other, Tensor&& x) {
  assert(x.size() == other.size());
  x.axes = other.axes;
  x.shape = other.shape;
  return std::move(x);
}

Tensor sum(Tensor&& a, const Tensor& b) {
  if (a.empty()) return b;
  if (b.empty()) return std::move(a);
  assert(a.shape == b.shape);
  std::transform(a.data.begin(), a.data.end(), b.data.begin(), a.data.begin(), std::plus<>());
  return std::move(a);
}

}  // namespace attn
