// A penalty on the entropy of attention rows. It does not depend on which key is right: it sharpens
// whatever the model attends to.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace attn {

// The mean entropy of the rows of one attention, over all heads and all counted queries. With w =
// weights[b, h, i, j]:
//   value = 1 / (num_heads num_counted) sum_{b, h, i} -sum_j w ln w
//
//   weights    [batch, head, query, key]
//   counted    [batch, query], 0 where the query is padding; or empty: all count
//   factor     multiplies the gradient
//   d_weights  out: factor d value / d weights, shaped as weights; 0 where the weight is 0 and in
//              rows that do not count, NaN where it is NaN
//   returns value, without the factor; 0 if no query counts
// Throws std::invalid_argument unless the weights have four axes and `counted` is empty or has one
// number for each query.
double mean_row_entropy(const Tensor& weights, const std::vector<std::uint8_t>& counted,
                        double factor, Tensor& d_weights);

}  // namespace attn
