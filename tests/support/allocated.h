// The amount of memory that a test has allocated. Not available under the address sanitizer, which
// replaces the allocator.
#pragma once

#if !defined(__SANITIZE_ADDRESS__)
#include <malloc.h>

#include <cstddef>

namespace attn {

// Bytes
inline std::size_t allocated() {
#ifdef __EMSCRIPTEN__
  return static_cast<std::size_t>(mallinfo().uordblks);
#else
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

}  // namespace attn
#endif
