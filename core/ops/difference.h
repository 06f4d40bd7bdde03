// a - b, element by element, to compare two heads, masks or models.
//
//   a, b     the same shape
//   returns  a tensor of that shape, with a's axes
//
// The difference of two equal infinities is 0, so that scores masked in both a and b give 0.
// Throws std::invalid_argument when the shapes disagree, naming both.
#pragma once

#include "base/tensor.h"

namespace attn {

Tensor difference(const Tensor& a, const Tensor& b);

}  // namespace attn
