// Limits of the files that are read and written. The client has its own in web/src/files/limits.ts.
#pragma once

#include <cstddef>

namespace attn {

// The largest number of axes of a tensor.
inline constexpr std::size_t kMaxAxes = 16;

// The largest number of files in an archive, of tensors in a .safetensors file, and of entries in
// its metadata.
inline constexpr std::size_t kMaxEntries = 16384;

}  // namespace attn
