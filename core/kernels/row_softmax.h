// The two passes over a row that a softmax is made of.
#pragma once

#include "base/matrix.h"

namespace attn {

struct RowPeak {
  float max;    // -inf of an empty row, and where every element is
  bool finite;  // no NaN and no +inf; -inf is an excluded key. Without it max means nothing
};

//   x [n]
RowPeak row_peak(const float* x, Index n);

//   x [n]    y [n]  out: exp((x - max) / temperature); may be x's storage
//   max  finite and no smaller than any x; x may be -inf, whose y is 0
//   returns the sum of y, in an order that depends on n alone
float row_exponentials(const float* x, Index n, float max, float temperature, float* y);

}  // namespace attn
