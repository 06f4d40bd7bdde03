// Where the bytes of a file within a file go, part by part: the whole of it is never in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void take(const std::uint8_t* bytes, std::size_t size) = 0;
};

}  // namespace attn
