// Decompresses a raw DEFLATE stream (RFC 1951) with zlib, 32 kB at a time: a stream can be checked
// to its last bit before memory for its contents is allocated.
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/byte_sink.h"

namespace attn {

// A stream of n bytes holds at most 1032 n: a match of 258 bytes takes two bits.
inline constexpr std::uint64_t kMaxExpansion = 1032;

// The first part passed to the sink has min(output_size, kInflateWindow) bytes.
inline constexpr std::size_t kInflateWindow = 32768;

// Throws std::invalid_argument unless the stream is well formed, ends with the last of its `size`
// bytes (below 4 GB), and holds exactly `output_size` bytes.
void inflate(const std::uint8_t* bytes, std::size_t size, std::uint64_t output_size,
             ByteSink& sink);

}  // namespace attn
