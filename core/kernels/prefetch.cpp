#include "kernels/prefetch.h"

#include <algorithm>
#include <cassert>

namespace attn {

// The four places are not whole pages apart, or else all would reach the ends of their pages at
// once.
void prefetch_rows(const MatrixView& x) {
  assert(x.column_stride == 1 && x.row_stride > 0);
  constexpr Index kPlaces = 4, kPage = 1024;  // floats
  Index apart = x.rows / kPlaces + std::max<Index>(kPage / kPlaces / x.row_stride, 1);
  if (apart * x.row_stride % kPage == 0) ++apart;
  for (Index row = 0; row < apart; ++row) {
    for (Index i = row; i < x.rows; i += apart) {
      const float* from = x.data + i * x.row_stride;
      for (Index j = 0; j < x.cols; j += kCacheLine) prefetch(from + j);
    }
  }
}

}  // namespace attn
