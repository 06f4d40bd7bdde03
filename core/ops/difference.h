// a - b, number by number: what two heads, masks or models do differently.
//
//   a, b     the same shape
//   returns  that shape, with a's axes
//
// Two equal infinities, as masked scores are in both, differ by 0.
// Throws std::invalid_argument when the shapes disagree, naming both.
#pragma once

#include "base/tensor.h"

namespace attn {

Tensor difference(const Tensor& a, const Tensor& b);

}  // namespace attn
