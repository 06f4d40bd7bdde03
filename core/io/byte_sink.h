// Receives the bytes of an archive entry in parts, so that the complete entry is never in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // The next `size` bytes, at least one. They are valid during the call only.
  virtual void take(const std::uint8_t* bytes, std::size_t size) = 0;
};

}  // namespace attn
