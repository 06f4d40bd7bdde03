// Builds the bytes of handmade files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/named_tensors.h"
#include "io/little_endian.h"

namespace attn {

using Bytes = std::vector<std::uint8_t>;

inline Bytes bytes_of_text(std::string_view text) { return {text.begin(), text.end()}; }

inline void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// A .safetensors file with this header and this many bytes of data, which count 0, 1, 2, ..
inline Bytes safetensors_bytes(std::string_view header, std::size_t data_size) {
  Bytes bytes;
  append_uint64(bytes, header.size());
  append(bytes, bytes_of_text(header));
  for (std::size_t i = 0; i < data_size; ++i) bytes.push_back(static_cast<std::uint8_t>(i));
  return bytes;
}

// A separate heap allocation, so that the sanitizer notices a read beyond its last byte.
struct ExactCopy {
  explicit ExactCopy(const Bytes& bytes) : size(bytes.size()), copy(new std::uint8_t[size + 1]) {
    // Starts one byte later, to test an odd address as well.
    std::copy(bytes.begin(), bytes.end(), copy.get() + 1);
  }
  const std::uint8_t* data() const { return copy.get() + 1; }

  std::size_t size;
  std::unique_ptr<std::uint8_t[]> copy;
};

}  // namespace attn
