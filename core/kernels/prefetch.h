// Prefetching of data that is read soon.
#pragma once

#include "base/matrix_view.h"

namespace attn {

inline constexpr Index kCacheLine = 16;  // floats

// Prefetches the cache line of `p`. wasm has no prefetch instruction; a load whose result is unused
// has the same effect.
inline void prefetch(const float* p) {
#ifdef __wasm__
  asm volatile("" : : "r"(*p));
#else
  __builtin_prefetch(p);
#endif
}

// Prefetches all of x in four streams, because memory serves several streams faster than one.
//   x  [rows, cols]  row-major, no larger than the L2 cache
void prefetch_rows(const MatrixView& x);

}  // namespace attn
