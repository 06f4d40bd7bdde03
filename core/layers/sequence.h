// Sequences of vectors, [batch, n, d_model] or [n, d_model] unbatched, and the same as one matrix.
#pragma once

#include <string_view>

#include "base/tensor.h"
#include "ops/layer_norm.h"

namespace attn {

// Throws std::invalid_argument unless x is one of the two with this d_model.
void check_sequence(const char* name, const Tensor& x, Index d_model);

// Throws std::invalid_argument unless x has this shape: "expected d_output of the shape .., got
// ..".
void check_same_shape(const char* name, const Tensor& x, const Tensor& expected);

// All but the last axis as one: [batch * n, d_model].
MatrixMap rows_of(Tensor& x) noexcept;
ConstMatrixMap rows_of(const Tensor& x) noexcept;

// [n, d_model] -> [1, n, d_model]; what has a batch axis stays as it is.
Tensor with_batch(const Tensor& x);

// The same numbers with the axes of another tensor.
Tensor shaped_as(const Tensor& other, Tensor&& x);

// a + b; one that is empty counts as 0.
Tensor sum(Tensor&& a, const Tensor& b);

// Norm of each row (ops/layer_norm.h).
Tensor normalize(NormKind kind, const Tensor& x, const NormParameters& parameters, float epsilon);

//   d_parameters  out
//   returns d_x
Tensor normalize_backward(NormKind kind, const Tensor& x, const NormParameters& parameters,
                          float epsilon, const Tensor& d_y, NormParameters& d_parameters);

// Throws std::invalid_argument unless gamma is [d_model], and beta too or empty; for RMS empty.
void check_norm(NormKind kind, const NormParameters& parameters, Index d_model);

}  // namespace attn
