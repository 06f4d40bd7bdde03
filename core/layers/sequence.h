// Sequences of vectors, [batch, n, d_model] or [n, d_model] (unbatched).
#pragma once

#include <string_view>

#include "base/tensor.h"

namespace attn {

// Throws std::invalid_argument unless x is a sequence with this d_model.
void check_sequence(const char* name, const Tensor& x, Index d_model);

// Throws std::invalid_argument unless x has the shape of `expected`:
// "expected d_output of the shape .., got ..".
void check_same_shape(const char* name, const Tensor& x, const Tensor& expected);

// [n, d_model] -> [1, n, d_model], stored in `copy`; a batched tensor is returned itself.
const Tensor& with_batch(const Tensor& x, Tensor& copy);

// Returns x with the axes and shape of `other`, which has the same number of elements.
Tensor shaped_as(const Tensor& other, Tensor&& x);

// a + b; an empty tensor counts as 0.
Tensor sum(Tensor&& a, const Tensor& b);

}  // namespace attn
