// CRC-32 of zip, gzip and PNG: the polynomial 0xEDB88320, reflected (ISO 3309).
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

// `before`: the CRC of the bytes before these, so that parts can be added one after the other.
std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size, std::uint32_t before = 0);

}  // namespace attn
