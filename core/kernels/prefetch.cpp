#include "kernels/prefetch.h"

#include <algorithm>
#include <cassert>

namespace attn {

// The distance between the four streams is not a multiple of the page size. Otherwise all of them
// would cross page boundaries at the same time.
void prefetch_rows(const MatrixView& x) {
  assert(x.column_stride == 1 && x.row_stride > 0);
  constexpr Index kStreams = 4;
  constexpr Index kPage = 1024;  // floats
  Index distance = x.rows / kStreams + std::max<Index>(kPage / kStreams / x.row_stride, 1);
  if (distance * x.row_stride % kPage == 0) ++distance;
  for (Index row = 0; row < distance; ++row) {
    for (Index i = row; i < x.rows; i += distance) {
      const float* from = x.data + i * x.row_stride;
      for (Index j = 0; j < x.cols; j += kCacheLine) prefetch(from + j);
    }
  }
}

}  // namespace attn
