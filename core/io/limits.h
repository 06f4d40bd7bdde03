// Limits of the files that are read and written. The client has its own in web/src/files/limits.ts.
#pragma once

#include <cstddef>

namespace attn {

// Of an archive; and of a .safetensors header: of its tensors, and of its metadata.
constexpr std::size_t kMaxEntries = 16384;

}  // namespace attn
