// What is read soon, on its way from memory meanwhile.
#pragma once

#include "base/matrix_view.h"

namespace attn {

constexpr Index kCacheLine = 16;  // floats

// Has the cache line of `p` fetched. wasm knows no instruction for it, but a load that nobody waits
// for.
inline void fetch_ahead(const float* p) {
#ifdef __wasm__
  asm volatile("" : : "r"(*p));
#else
  __builtin_prefetch(p);
#endif
}

// Has all of x fetched, from four places at once: memory answers several faster than one.
//   x  [rows, cols], by rows, as much as the second cache holds at the most
void fetch_rows(const MatrixView& x);

}  // namespace attn
