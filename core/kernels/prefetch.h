// Prefetching of what is read soon.
#pragma once

#include "base/matrix_view.h"

namespace attn {

constexpr Index kCacheLine = 16;  // floats

// Prefetches the cache line of `p`. wasm has no instruction for that; a load whose result is unused
// does the same.
inline void prefetch(const float* p) {
#ifdef __wasm__
  asm volatile("" : : "r"(*p));
#else
  __builtin_prefetch(p);
#endif
}

// Prefetches all of x, from four places at once: memory serves several streams faster than one.
//   x  [rows, cols], row-major, at most as large as L2
void prefetch_rows(const MatrixView& x);

}  // namespace attn
